// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "trace/definitions.h"
#include "trace/event.h"

namespace latecomer::analyze {

/// Which process a rank in a communicator is, seen from a member of it.
class CommMembers {
 public:
  explicit CommMembers(const trace::Definitions& definitions);

  /// The process that `rank` of an event of `self` means; invalid where the communicator has no such rank.
  trace::LocationGroupId process(trace::CommId comm, trace::LocationGroupId self,
                                 trace::RankInComm rank) const;
  /// Whether `self` is in an intercommunicator's second group.
  bool in_remote_group(trace::CommId comm, trace::LocationGroupId self) const;
  bool contains(trace::CommId comm, trace::LocationGroupId process) const;
  /// How many processes take part in a collective operation on it.
  size_t size(trace::CommId comm) const;
  /// The members of a group as processes, by rank.
  std::vector<trace::LocationGroupId> processes(trace::GroupId group) const;

 private:
  const trace::Definitions& definitions_;
  std::vector<std::vector<uint32_t>> members_;  ///< of each communicator, both groups: sorted processes
  std::unordered_map<uint32_t, std::unordered_set<uint32_t>>
      second_groups_;  ///< by intercommunicator: its processes
};

}  // namespace latecomer::analyze
