// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/id.h"
#include "base/ticks.h"
#include "trace/anomaly.h"

namespace latecomer::trace {

struct RegionId : Id<RegionId> {
  using Id::Id;
};
struct SystemNodeId : Id<SystemNodeId> {
  using Id::Id;
};
struct LocationGroupId : Id<LocationGroupId> {
  using Id::Id;
};
struct LocationId : Id<LocationId> {
  using Id::Id;
};
struct GroupId : Id<GroupId> {
  using Id::Id;
};
struct CommId : Id<CommId> {
  using Id::Id;
};
struct WindowId : Id<WindowId> {
  using Id::Id;
};
struct IoFileId : Id<IoFileId> {
  using Id::Id;
};
struct IoHandleId : Id<IoHandleId> {
  using Id::Id;
};
struct SourceLocationId : Id<SourceLocationId> {
  using Id::Id;
};
struct CallingContextId : Id<CallingContextId> {
  using Id::Id;
};

/// Says how a region came into the trace; `sampling`: it is known from call stacks only.
enum class Paradigm : uint8_t {
  unknown,
  user,
  compiler,
  openmp,
  mpi,
  pthread,
  sampling,
  measurement_system,
  other
};

/// Says what kind of code a region is, as far as the analysis cares.
enum class RegionRole : uint8_t {
  unknown,
  function,
  wrapper,
  loop,
  code,
  parallel,
  sections,
  section,
  workshare,
  single,
  master,
  critical,
  atomic,
  barrier,
  implicit_barrier,
  flush,
  ordered,
  taskwait,
  task,
  task_create,
  thread_create,
  thread_wait,
  allocate,
  deallocate,
  file_io,
  point_to_point,
  rma,
  data_transfer,
  artificial,
  collective_one_to_all,
  collective_all_to_one,
  collective_all_to_all,
  collective_other,
  phase,
};

/// Is the name of the region for time in which the program had switched recording off; it is Score-P's, too.
inline constexpr std::string_view kMeasurementOff = "MEASUREMENT OFF";

struct Region {
  std::string name;            ///< Is the name as shown: "MPI_Send", "solve(double*)".
  std::string canonical_name;  ///< Is the mangled name, where it differs.
  std::string description;
  std::string file;
  uint32_t begin_line = 0;
  uint32_t end_line = 0;
  Paradigm paradigm = Paradigm::unknown;
  RegionRole role = RegionRole::unknown;
};

/// Is a line of code; without debug information an address: `file` is "wave+0x11a9" and `line` 0.
struct SourceLocation {
  std::string file;
  uint32_t line = 0;
  auto operator<=>(const SourceLocation&) const = default;
};

/// Is a frame of a call stack: a function, where in it the call is (for the innermost frame of a sample, the
/// instruction), and the frame that called it. A call stack is named by its innermost frame.
struct CallingContext {
  RegionId region;
  SourceLocationId location;  ///< Is where in the function the call is; invalid: not known.
  /// Is invalid for an outermost frame. It can come later in the table, but not in what is written.
  CallingContextId parent;
};

struct SystemNode {
  std::string name;
  std::string class_name;  ///< Is "machine", "node", …
  SystemNodeId parent;     ///< Is invalid for a root.
  uint32_t cores = 0;      ///< Counts the cores that its operating system has; 0: not known.
  std::string boot_id;     ///< Is what its kernel drew when it started; empty: not known.
};

/// Says how often a function was called whose calls were counted, and not recorded each.
struct CountedCalls {
  std::string function;
  uint64_t calls = 0;

  static auto fields(auto& self) { return std::tie(self.function, self.calls); }
  friend auto operator<=>(const CountedCalls&, const CountedCalls&) = default;
};

enum class LocationGroupKind : uint8_t { process, accelerator, other };

/// Is a process. Ranks of MPI_COMM_WORLD are the positions in `Definitions::world`, not these ids.
struct LocationGroup {
  std::string name;  ///< Is "MPI Rank 3", for example.
  LocationGroupKind kind = LocationGroupKind::process;
  SystemNodeId parent;
  /// Is the time, in nanoseconds, that its threads without events, such as OpenMP's workers, ran on a core; 0
  /// also if it is not known.
  uint64_t unrecorded_cpu_time = 0;
  std::vector<CountedCalls> counted_calls;
  uint64_t unsampled_threads = 0;  ///< Counts threads of which samples were not taken, or not all the time.
  /// Is how long, in nanoseconds of all cores of its node, a hypervisor let others run while the process did;
  /// 0 also if it is not known.
  uint64_t stolen_time = 0;
};

enum class LocationKind : uint8_t { cpu_thread, gpu, metric, other };

struct Location {
  std::string name;  ///< Is "Master thread", for example.
  LocationKind kind = LocationKind::cpu_thread;
  LocationGroupId group;
  uint64_t events = 0;      ///< Counts its events as the definitions claim; is for progress and balance only.
  uint64_t reference = 0;   ///< Is the archive's own id, as other tools print it.
  uint32_t process_id = 0;  ///< Is the number by which its node's kernel knows the process; 0: not known.
  /// Has the numbers of its threads; several where these followed each other; none: not known.
  std::vector<uint32_t> thread_ids;
};

/// Lists members by rank. Several communicators can share a group.
struct Group {
  std::vector<LocationId> members;
};

enum class CommKind : uint8_t { intra, inter, self, team, threads };

constexpr bool is_of_threads(CommKind kind) {
  return kind == CommKind::team || kind == CommKind::threads;
}

/// Is a communicator; or a team of threads, whose group's members are its threads, and the first one forks
/// the team; or the `threads` of a process that create and wait for each other, which nobody leads. `peer` of
/// an event counts in `group`, or for an intercommunicator in the group that the location is not in. A `self`
/// communicator stands for one per location, each with that location alone.
struct Communicator {
  std::string name;
  CommKind kind = CommKind::intra;
  GroupId group;
  GroupId remote_group;  ///< Is valid for intercommunicators only.
  CommId parent;
};

/// Is memory that the members of a communicator open to each other for one-sided communication.
struct Window {
  std::string name;
  CommId comm;
};

struct IoFile {
  std::string name;
  SystemNodeId scope;  ///< Is the node within which the name means this file; invalid: not known.
};

enum class IoParadigm : uint8_t { posix, mpi, other };

/// Is a file from its opening to its closing. All members of a communicator share a handle of MPI.
struct IoHandle {
  IoFileId file;  ///< Is the file that is open; invalid: not known.
  IoParadigm paradigm = IoParadigm::other;
  CommId comm;  ///< Is invalid for a handle that is a process's own.
};

/// Says which position in a grid each location has, as the program or the machine arranged them.
struct CartTopology {
  struct Dimension {
    std::string name;
    uint32_t size = 0;
    bool periodic = false;
  };
  std::string name;
  std::vector<Dimension> dimensions;
  std::vector<LocationId> locations;
  std::vector<uint32_t> coordinates;  ///< Holds one coordinate of each location in turn for each dimension.
  CommId comm;                        ///< Has the locations as members.
};

/// Says that at local time `time` the location's clock read `offset` ticks less than the reference clock.
struct ClockOffset {
  Ticks time;
  int64_t offset = 0;
  double deviation = 0;
};

/// Holds everything that a trace says once and its events refer to. Ids are positions in these tables; only
/// those of programs can be behind the regions (Trace::region). Locations are in order of their group, and
/// groups in the archive's order, so a process's locations are next to each other.
struct Definitions {
  uint64_t ticks_per_second = 1'000'000'000;
  uint64_t global_offset = 0;  ///< Is the archive's smallest timestamp, in ticks.
  uint64_t length = 0;         ///< Is the length of the run, in ticks.
  std::vector<Region> regions;
  std::vector<SystemNode> system_nodes;
  std::vector<LocationGroup> location_groups;
  std::vector<Location> locations;
  std::vector<Group> groups;
  std::vector<Communicator> communicators;
  std::vector<Window> windows;
  std::vector<IoFile> io_files;
  std::vector<IoHandle> io_handles;
  std::vector<CartTopology> topologies;
  std::vector<SourceLocation> source_locations;  ///< Has each once.
  /// Has no frame among its own callers; those of events, and their callers, are different from each other.
  std::vector<CallingContext> calling_contexts;
  CommId world;  ///< Is MPI_COMM_WORLD, if there is one.
  /// Holds offsets per location, by time; empty where none was recorded.
  std::vector<std::vector<ClockOffset>> clock_offsets;
  std::map<std::string, std::string> properties;  ///< Holds the properties of the whole archive.
  AnomalyCounts anomalies;  ///< Counts what had to be repaired while reading the definitions.
  bool partial = false;     ///< Says that the recorded program did not end in the regular way.
};

}  // namespace latecomer::trace
