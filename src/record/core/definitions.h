// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "record/core/recorder.h"
#include "record/core/stack_log.h"
#include "trace/definitions.h"

// What `fields` lists is what is written and read (bytes.h).
namespace latecomer::record {

/// Identifies a region among all processes.
struct RegionKey {
  std::string name;
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  trace::RegionRole role = trace::RegionRole::unknown;
  // Of functions, which are addresses until the program has ended (trace/code_address.h):
  std::string module = {};
  std::string build_id = {};
  uint64_t address = 0;

  static auto fields(auto& self) {
    return std::tie(self.name, self.paradigm, self.role, self.module, self.build_id, self.address);
  }
  friend auto operator<=>(const RegionKey&, const RegionKey&) = default;
};

/// Returns the region that stands for time in which the program had switched recording off.
inline RegionKey recording_off_region() {
  return {std::string(trace::kMeasurementOff), trace::Paradigm::measurement_system,
          trace::RegionRole::artificial};
}

/// Names a communicator that was defined before, as the program does.
struct CommName {
  trace::CommId comm;
  std::string name;

  static auto fields(auto& self) { return std::tie(self.comm, self.name); }
};

/// Names a window that was defined before, as the program does.
struct WindowName {
  trace::WindowId window;
  std::string name;

  static auto fields(auto& self) { return std::tie(self.window, self.name); }
};

/// Identifies members of a communicator, by rank.
struct SourcesKey {
  uint64_t comm_unique_id = 0;
  std::vector<uint32_t> ranks;

  static auto fields(auto& self) { return std::tie(self.comm_unique_id, self.ranks); }
  friend auto operator<=>(const SourcesKey&, const SourcesKey&) = default;
};

/// Identifies a process, with facts about its run.
struct ProcessIdentity {
  std::string host;
  uint64_t pid = 0;
  uint32_t cores = 0;                  ///< Is the number of cores of the host.
  std::optional<uint32_t> world_rank;  ///< Is the rank in MPI_COMM_WORLD, empty before MPI_Init.
  uint32_t world_size = 0;
  uint64_t unrecorded_cpu_time = 0;  ///< Is unrecorded threads' processor time, in nanoseconds.
  std::string archive;               ///< Names the archive of its MPI_COMM_WORLD; see archive_name().
  std::optional<Ticks> ended;        ///< Is when the program ended in the regular way, if it did.
  uint64_t clock = 0;                ///< Identifies the clock as clock_of_this_node() does.
  std::string boot_id;               ///< Is what the kernel drew when it started; empty: not known.
  uint64_t stolen_time = 0;  ///< Is the growth of stolen_time() while it ran, if it ended in the regular way.

  static auto fields(auto& self) {
    return std::tie(self.host, self.pid, self.cores, self.world_rank, self.world_size,
                    self.unrecorded_cpu_time, self.archive, self.ended, self.clock, self.boot_id,
                    self.stolen_time);
  }
};

/// Is the number by which the kernel knows a thread, and that of the file that has its events.
struct ThreadKey {
  uint32_t file = 0;
  uint32_t id = 0;

  static auto fields(auto& self) { return std::tie(self.file, self.id); }
};

/// Lists what one process defined, in the order of its own ids.
struct ProcessDefinitions {
  ProcessIdentity identity;
  bool stopped = false;            ///< Says that recording has stopped before the program ended.
  uint64_t unsampled_threads = 0;  ///< Counts threads of which samples were not taken, or not all the time.
  std::vector<RegionKey> regions;
  std::vector<CommDefinition> comms;
  std::vector<WindowDefinition> windows;
  std::vector<FileKey> files;
  std::vector<HandleDefinition> handles;
  std::vector<SourcesKey> sources;
  std::vector<trace::ClockOffset> clock_offsets;
  std::vector<CodeModule> modules;
  std::vector<ThreadKey> threads;
  std::vector<std::vector<StackNode>>
      stacks;  ///< Lists stacks by thread; the threads' logs have them, not the process's.
};

}  // namespace latecomer::record
