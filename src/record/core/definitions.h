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

/// What identifies a region among all processes.
struct RegionKey {
  std::string name;
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  trace::RegionRole role = trace::RegionRole::unknown;
  // Of functions, which are addresses until the program has ended (trace/code_address.h):
  std::string module = {};
  std::string build_id = {};

  static auto fields(auto& self) {
    return std::tie(self.name, self.paradigm, self.role, self.module, self.build_id);
  }
  friend auto operator<=>(const RegionKey&, const RegionKey&) = default;
};

/// Stands for time in which the program had switched recording off.
inline RegionKey recording_off_region() {
  return {std::string(trace::kMeasurementOff), trace::Paradigm::measurement_system,
          trace::RegionRole::artificial};
}

/// The name that the program gives to one of the communicators before.
struct CommName {
  trace::CommId comm;
  std::string name;

  static auto fields(auto& self) { return std::tie(self.comm, self.name); }
};

/// The name that the program gives to one of the windows before.
struct WindowName {
  trace::WindowId window;
  std::string name;

  static auto fields(auto& self) { return std::tie(self.window, self.name); }
};

/// Members of a communicator by rank.
struct SourcesKey {
  uint64_t comm_unique_id = 0;
  std::vector<uint32_t> ranks;

  static auto fields(auto& self) { return std::tie(self.comm_unique_id, self.ranks); }
  friend auto operator<=>(const SourcesKey&, const SourcesKey&) = default;
};

/// Which process it is.
struct ProcessIdentity {
  std::string host;
  uint64_t pid = 0;
  uint32_t cores = 0;                  ///< of the host
  std::optional<uint32_t> world_rank;  ///< none before MPI_Init
  uint32_t world_size = 0;
  uint64_t unrecorded_cpu_time = 0;  ///< nanoseconds that threads without events ran, when the program ended
  std::string archive;               ///< the archive of its MPI_COMM_WORLD; see archive_name()
  std::optional<Ticks> ended;        ///< when the program ended in the regular way; none if it did not
  uint64_t clock = 0;                ///< see clock_of_this_node()

  static auto fields(auto& self) {
    return std::tie(self.host, self.pid, self.cores, self.world_rank, self.world_size,
                    self.unrecorded_cpu_time, self.archive, self.ended, self.clock);
  }
};

/// What one process defined, in the order of its own ids.
struct ProcessDefinitions {
  ProcessIdentity identity;
  bool stopped = false;            ///< recording has stopped before the program ended
  uint64_t unsampled_threads = 0;  ///< of which samples were not taken, or not all the time
  std::vector<RegionKey> regions;
  std::vector<CommDefinition> comms;
  std::vector<WindowDefinition> windows;
  std::vector<FileKey> files;
  std::vector<HandleDefinition> handles;
  std::vector<SourcesKey> sources;
  std::vector<trace::ClockOffset> clock_offsets;
  std::vector<CodeModule> modules;
  std::vector<std::vector<StackNode>>
      stacks;  ///< by thread; not in the process's log, but in the threads' own
};

}  // namespace latecomer::record
