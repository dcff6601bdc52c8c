// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/comm_members.h"

#include <algorithm>

namespace latecomer::analyze {

using trace::CommId;
using trace::CommKind;
using trace::Communicator;
using trace::LocationGroupId;

CommMembers::CommMembers(const trace::Definitions& definitions) : definitions_(definitions) {
  for (size_t c = 0; c < definitions.communicators.size(); ++c) {
    const Communicator& comm = definitions.communicators[c];
    std::vector<uint32_t>& all = members_.emplace_back();
    if (trace::is_of_threads(comm.kind)) continue;
    for (const trace::GroupId group : {comm.group, comm.remote_group}) {
      for (const LocationGroupId process : processes(group)) all.push_back(process.value);
    }
    std::sort(all.begin(), all.end());
    if (comm.kind != CommKind::inter) continue;
    std::unordered_set<uint32_t>& members = second_groups_[static_cast<uint32_t>(c)];
    for (const LocationGroupId process : processes(comm.remote_group)) members.insert(process.value);
  }
}

std::vector<LocationGroupId> CommMembers::processes(trace::GroupId group) const {
  std::vector<LocationGroupId> result;
  if (!group.valid()) return result;
  for (const trace::LocationId member : definitions_.groups[group.index()].members) {
    result.push_back(definitions_.locations[member.index()].group);
  }
  return result;
}

bool CommMembers::contains(CommId comm, LocationGroupId process) const {
  const std::vector<uint32_t>& all = members_[comm.index()];
  return std::binary_search(all.begin(), all.end(), process.value);
}

bool CommMembers::in_remote_group(CommId comm, LocationGroupId self) const {
  const auto second = second_groups_.find(comm.value);
  return second != second_groups_.end() && second->second.contains(self.value);
}

LocationGroupId CommMembers::process(CommId comm, LocationGroupId self, trace::RankInComm rank) const {
  const Communicator& definition = definitions_.communicators[comm.index()];
  if (definition.kind == CommKind::self) return rank == 0 ? self : LocationGroupId();
  if (trace::is_of_threads(definition.kind)) return {};
  const bool second = definition.kind == CommKind::inter && !in_remote_group(comm, self);
  const trace::GroupId group = second ? definition.remote_group : definition.group;
  if (!group.valid()) return LocationGroupId();
  const std::vector<trace::LocationId>& members = definitions_.groups[group.index()].members;
  return rank < members.size() ? definitions_.locations[members[rank].index()].group : LocationGroupId();
}

size_t CommMembers::size(CommId comm) const {
  const Communicator& definition = definitions_.communicators[comm.index()];
  if (definition.kind == CommKind::self) return 1;
  if (trace::is_of_threads(definition.kind)) return 0;
  size_t members = 0;
  if (definition.group.valid()) members += definitions_.groups[definition.group.index()].members.size();
  if (definition.kind == CommKind::inter && definition.remote_group.valid()) {
    members += definitions_.groups[definition.remote_group.index()].members.size();
  }
  return members;
}

}  // namespace latecomer::analyze
