// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/result.h"
#include "trace/memory_trace.h"

namespace latecomer::trace {

/// Builds a MemoryTrace by ranks and names: threads and communicators may come in any order, `build` sorts
/// and resolves them. MPI_COMM_WORLD ("world", of as many ranks as there are) and MPI_COMM_SELF ("self")
/// always exist.
class TraceBuilder {
 public:
  /// Is a handle for one location: a position in the order of creation, not a LocationId.
  using Thread = size_t;

  TraceBuilder();

  void set_ticks_per_second(uint64_t ticks) { definitions_.ticks_per_second = ticks; }
  void set_property(std::string_view name, std::string_view value = "1");
  void set_partial() { definitions_.partial = true; }

  /// Puts the processes that are added from here on on this node, which is created when it is named first.
  void on_node(const std::string& name);
  /// Returns the given thread of a process, created when asked for first.
  Thread thread(uint32_t rank, uint32_t number = 0);
  /// Returns the given accelerator stream of a process, created when asked for first; streams and threads of
  /// a process count together.
  Thread stream(uint32_t rank, uint32_t number);
  /// Adds a location behind those of all processes, as `is_cause` says.
  Thread add_cause(std::string name);
  bool is_stream(Thread thread) const { return threads_[thread].kind == LocationKind::gpu; }
  /// Returns the region of that name, created when asked for first.
  RegionId region(const std::string& name);

  /// These functions define what events refer to, by ranks of the world. Names must be new.
  CommId add_communicator(const std::string& name, std::vector<uint32_t> ranks);
  CommId add_intercommunicator(const std::string& name, std::vector<uint32_t> ranks,
                               std::vector<uint32_t> remote_ranks);
  GroupId add_group(const std::string& name, std::vector<uint32_t> ranks);
  /// Names a thread by its rank and number.
  using ThreadName = std::pair<uint32_t, uint32_t>;
  /// Defines a team of threads; the first one forks it. The name must be new, also among communicators.
  CommId add_team(const std::string& name, std::vector<ThreadName> threads);
  /// Defines a window. The name must be new.
  WindowId add_window(const std::string& name, CommId comm);
  /// Defines a file that the members of a communicator open together by MPI, or with an invalid one a
  /// process's own; both the file and its handle. The name must be new.
  IoHandleId add_file(const std::string& name, CommId comm);
  /// Adds a frame of a call stack, called by `caller` (invalid: an outermost frame).
  CallingContextId add_frame(const std::string& function, const SourceLocation& location,
                             CallingContextId caller);
  /// Names the call stack with that innermost frame. The name must be new.
  void name_stack(const std::string& name, CallingContextId innermost);
  /// These functions return invalid ids if there is none of that name.
  CommId find_communicator(const std::string& name) const;
  GroupId find_group(const std::string& name) const;
  WindowId find_window(const std::string& name) const;
  IoHandleId find_io_handle(const std::string& name) const;
  IoFileId find_io_file(const std::string& name) const;
  CallingContextId find_stack(const std::string& name) const;
  /// Returns the members of a communicator; invalid for MPI_COMM_SELF, intercommunicators and an invalid id.
  GroupId group_of(CommId comm) const;

  static constexpr CommId world() { return CommId(0); }
  static constexpr CommId self() { return CommId(1); }

  /// Returns the events that the thread has so far, to be appended to.
  std::vector<Event>& events(Thread thread) { return threads_[thread].content.events; }
  /// Returns the clock offsets that the thread has so far, to be appended to.
  std::vector<ClockOffset>& clock_offsets(Thread thread) { return threads_[thread].clock_offsets; }
  /// Returns how the reading of the thread ends; it ends well unless changed.
  ReadOutcome& outcome(Thread thread) { return threads_[thread].content.outcome; }

  /// Makes the trace. It is an error if a rank or a process's main thread is missing, or a communicator has a
  /// rank that does not exist.
  Result<std::unique_ptr<MemoryTrace>> build() &&;

 private:
  struct ThreadContent {
    uint32_t rank;
    uint32_t number;
    LocationKind kind;
    std::string name;  ///< Is that of a cause.
    SystemNodeId node;
    LocationId location;  ///< Is valid from `define_locations` on.
    MemoryTrace::LocationContent content;
    std::vector<ClockOffset> clock_offsets;  ///< Holds the offsets by time.
  };

  Thread location(uint32_t rank, uint32_t number, LocationKind kind);
  GroupId add_unnamed_group(const std::vector<uint32_t>& ranks);
  GroupId add_unnamed_group(std::vector<ThreadName> threads);
  CommId add_communicator(const std::string& name, Communicator communicator);
  /// Defines the locations by rank and thread; returns each rank's main thread, invalid where it has none.
  std::vector<LocationId> define_locations();
  Status define_groups(size_t ranks);

  Definitions definitions_;
  SystemNodeId node_;
  std::vector<ThreadContent> threads_;
  std::map<ThreadName, Thread> thread_by_number_;  ///< Holds threads in order of rank, then thread.
  std::vector<std::vector<ThreadName>> members_of_group_;
  std::map<std::string, RegionId> region_by_name_;
  std::map<std::string, CommId> communicator_by_name_;
  std::map<std::string, GroupId> group_by_name_;
  std::map<std::string, WindowId> window_by_name_;
  std::map<std::string, IoHandleId> file_by_name_;
  std::map<std::string, SystemNodeId> node_by_name_;
  std::map<SourceLocation, SourceLocationId> source_locations_;
  std::map<std::tuple<RegionId, SourceLocationId, CallingContextId>, CallingContextId> frames_;
  std::map<std::string, CallingContextId> stack_by_name_;
};

}  // namespace latecomer::trace
