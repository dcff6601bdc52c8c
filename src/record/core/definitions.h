// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/core/recorder.h"
#include "record/core/stack_log.h"
#include "trace/definitions.h"

namespace latecomer::record {

/// What identifies a region among all processes.
struct RegionKey {
  std::string name;
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  trace::RegionRole role = trace::RegionRole::unknown;

  friend auto operator<=>(const RegionKey&, const RegionKey&) = default;
};

/// Members of a communicator by rank.
struct SourcesKey {
  uint64_t comm_unique_id = 0;
  std::vector<uint32_t> ranks;

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
};

/// What one process defined, in the order of its own ids.
struct ProcessDefinitions {
  ProcessIdentity identity;
  std::vector<RegionKey> regions;
  std::vector<CommDefinition> comms;
  std::vector<SourcesKey> sources;
  std::vector<trace::ClockOffset> clock_offsets;
  std::vector<CodeModule> modules;
  std::vector<std::vector<StackNode>>
      stacks;  ///< by thread; not in the process's log, but in the threads' own
};

}  // namespace latecomer::record
