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

/// Says which process a rank in a communicator is, seen from a member of it.
class CommMembers {
 public:
  explicit CommMembers(const trace::Definitions& definitions);

  /// Returns the process that `rank` of an event of `self` means; invalid where there is no such rank.
  trace::LocationGroupId process(trace::CommId comm, trace::LocationGroupId self,
                                 trace::RankInComm rank) const;
  /// Returns whether `self` is in an intercommunicator's second group.
  bool in_remote_group(trace::CommId comm, trace::LocationGroupId self) const;
  bool contains(trace::CommId comm, trace::LocationGroupId process) const;
  /// Returns how many processes take part in a collective operation on the communicator.
  size_t size(trace::CommId comm) const;
  /// Returns the members of a group as processes, by rank.
  std::vector<trace::LocationGroupId> processes(trace::GroupId group) const;

 private:
  const trace::Definitions& definitions_;
  /// Holds, for each communicator, the sorted processes of both groups.
  std::vector<std::vector<uint32_t>> members_;
  /// Holds, by intercommunicator, the processes of its second group.
  std::unordered_map<uint32_t, std::unordered_set<uint32_t>> second_groups_;
};

}  // namespace latecomer::analyze
