// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "otf2/archive_writer.h"
#include "record/archive/code_definitions.h"
#include "record/archive/merge.h"
#include "record/core/definitions.h"
#include "trace/definitions.h"

// The definitions of an archive, of what its processes have defined together.
namespace latecomer::record {

/// Describes one process of the archive and how much each of its threads recorded.
struct ProcessExtent {
  uint32_t number = 0;  ///< Is the process's rank, or where it has none a number after all ranks.
  ProcessIdentity identity;
  std::vector<otf2::LocationExtent> threads;
  std::vector<std::vector<uint32_t>> thread_ids;  ///< Has the kernel's numbers of each one's threads.
  std::vector<std::vector<uint32_t>> teams;       ///< Lists the threads of each team, its leader first.
  std::vector<trace::CountedCalls> counted;
  uint64_t unsampled_threads = 0;

  static auto fields(auto& self) {
    return std::tie(self.number, self.identity, self.threads, self.thread_ids, self.teams, self.counted,
                    self.unsampled_threads);
  }
};

/// Holds the definitions of an archive that is written.
struct ArchiveDefinitions : trace::Definitions {
  otf2::MeantContexts meant;
};

/// Returns the archive's definitions. `processes` are all of 0 to n - 1, in order; the archive is partial
/// unless all ended in the regular way. A communicator whose members nobody listed has an empty group.
ArchiveDefinitions archive_definitions(const SharedDefinitions& shared,
                                       const std::vector<ProcessExtent>& processes, const CodeAt& code_at);

/// Returns what a file of shared definitions holds, of which the archive's definitions are made afterwards.
std::vector<std::byte> pack(const SharedDefinitions& shared, const std::vector<ProcessExtent>& processes);
/// Returns the definitions of an archive that lacks them, made of its file of shared definitions.
Result<ArchiveDefinitions> lacking_definitions(const std::string& archive, const CodeAt& code_at);

}  // namespace latecomer::record
