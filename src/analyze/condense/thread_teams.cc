// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The order in which the threads of a process are condensed: workers need the call paths of their leaders.
//
//     teams    {0, 1, 2}, {1, 3}         the first of each leads it
//     rounds   0 | 1, 2 | 3
//
// Threads of a round are condensed at the same time. Cost: O(members of teams + locations · rounds).

#include "analyze/condense/thread_teams.h"

namespace latecomer::analyze {

using trace::LocationId;

ThreadTeams::ThreadTeams(const trace::Definitions& definitions, Range locations)
    : definitions_(definitions), range_(locations), of_(locations.size()) {
  for (size_t c = 0; c < definitions.communicators.size(); ++c) {
    const LocationId first = leader(trace::CommId(c));
    if (!first.valid() || first.index() < range_.begin || first.index() >= range_.end) continue;
    for (const LocationId member : definitions.groups[definitions.communicators[c].group.index()].members) {
      const bool same_process =
          definitions.locations[member.index()].group == definitions.locations[first.index()].group;
      if (!same_process) continue;
      OfLocation& of = of_[member.index() - range_.begin];
      of.in_team = true;
      if (member != first) of.leaders.push_back(first);
    }
  }
  for (OfLocation& of : of_) {
    std::sort(of.leaders.begin(), of.leaders.end());
    of.leaders.erase(std::unique(of.leaders.begin(), of.leaders.end()), of.leaders.end());
  }
}

LocationId ThreadTeams::leader(trace::CommId team) const {
  const trace::Communicator& definition = definitions_.communicators[team.index()];
  if (definition.kind != trace::CommKind::team || !definition.group.valid()) return {};
  const std::vector<LocationId>& members = definitions_.groups[definition.group.index()].members;
  return members.empty() ? LocationId() : members.front();
}

bool ThreadTeams::is_master(LocationId location) const {
  const std::vector<trace::Location>& locations = definitions_.locations;
  return location.index() == 0 || locations[location.index() - 1].group != locations[location.index()].group;
}

std::vector<std::vector<LocationId>> ThreadTeams::in_rounds() const {
  std::vector<LocationId> left;
  for (size_t l = range_.begin; l < range_.end; ++l) left.emplace_back(l);
  std::vector<bool> done(range_.size());
  std::vector<std::vector<LocationId>> rounds;
  while (!left.empty()) {
    const auto is_ready = [&](LocationId location) {
      const std::vector<LocationId>& leaders = leaders_of(location);
      return std::all_of(leaders.begin(), leaders.end(),
                         [&](LocationId leader) { return done[leader.index() - range_.begin]; });
    };
    std::vector<LocationId>& round = rounds.emplace_back();
    std::copy_if(left.begin(), left.end(), std::back_inserter(round), is_ready);
    if (round.empty()) round.push_back(left.front());
    for (const LocationId location : round) done[location.index() - range_.begin] = true;
    std::erase_if(left, [&](LocationId location) { return done[location.index() - range_.begin]; });
  }
  return rounds;
}

}  // namespace latecomer::analyze
