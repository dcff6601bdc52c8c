// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronization_instants.h"

#include <algorithm>

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Tells the delaying location that it was in step with the waiting one.
struct Notice {
  LocationId cause;
  LocationId waiter;
  Ticks time;
};

}  // namespace

SynchronizationInstants::SynchronizationInstants(const LocalTrace& trace, const CommMembers& members,
                                                 const CollectiveMatches& collectives,
                                                 const TeamMatches& teams, const WaitStates& waits,
                                                 Comm& comm)
    : trace_(trace),
      members_(members),
      teams_(teams),
      with_location_(trace.locations.size()),
      on_comm_(trace.locations.size()),
      in_team_(trace.locations.size()) {
  gather_waits(waits, comm);
  gather_collectives(collectives);
  gather_teams();
}

void SynchronizationInstants::gather_waits(const WaitStates& waits, Comm& comm) {
  std::vector<std::vector<Notice>> notices(static_cast<size_t>(comm.size()));
  for (size_t l = 0; l < waits.size(); ++l) {
    const LocationId waiter = trace_.locations[l].id;
    for (const WaitState& wait : waits[l]) {
      with_location_[l].push_back({wait.cause, wait.end});
      notices[static_cast<size_t>(trace_.deal.owner(trace_.process_of(wait.cause)))].push_back(
          {wait.cause, waiter, wait.end});
    }
  }
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(notices))) {
    for (const Notice& notice : from_rank) {
      with_location_[notice.cause.index() - trace_.own_locations.begin].push_back(
          {notice.waiter, notice.time});
    }
  }
  for (std::vector<WithLocation>& list : with_location_) std::sort(list.begin(), list.end());
}

void SynchronizationInstants::gather_collectives(const CollectiveMatches& collectives) {
  for (size_t l = 0; l < collectives.size(); ++l) {
    for (size_t i = 0; i < collectives[l].size(); ++i) {
      const Collective& collective = trace_.locations[l].collectives[i];
      const bool blocking = collective.start == collective.completion;
      if (!collectives[l][i].holds_all || !blocking) continue;
      on_comm_[l].push_back({collective.comm, collectives[l][i].all_entered});
    }
    std::sort(on_comm_[l].begin(), on_comm_[l].end());
  }
}

void SynchronizationInstants::gather_teams() {
  for (size_t l = 0; l < in_team_.size(); ++l) {
    for (const TeamInstant& instant : teams_.instants[l])
      in_team_[l].push_back({instant.group, instant.time});
    std::sort(in_team_[l].begin(), in_team_[l].end());
  }
}

Ticks SynchronizationInstants::last(LocationId local, LocationId other, Ticks time) const {
  const size_t l = local.index() - trace_.own_locations.begin;
  const bool same_process = trace_.process_of(local) == trace_.process_of(other);
  return std::max(last_wait(l, other, time),
                  same_process ? last_in_team(l, other, time) : last_collective(l, other, time));
}

Ticks SynchronizationInstants::last_wait(size_t local, LocationId other, Ticks time) const {
  const std::vector<WithLocation>& pairs = with_location_[local];
  const auto pair = std::upper_bound(pairs.begin(), pairs.end(), WithLocation{other, time});
  return pair != pairs.begin() && (pair - 1)->other == other ? (pair - 1)->time : Ticks::min();
}

/// One look at each communicator that the location used.
Ticks SynchronizationInstants::last_collective(size_t local, LocationId other, Ticks time) const {
  Ticks latest = Ticks::min();
  const std::vector<OnComm>& instants = on_comm_[local];
  for (auto begin = instants.begin(); begin != instants.end();) {
    const auto end = std::upper_bound(begin, instants.end(), OnComm{begin->comm, Ticks::max()});
    const auto after = std::upper_bound(begin, end, OnComm{begin->comm, time});
    const bool earlier = after != begin && (after - 1)->time > latest;
    if (earlier && members_.contains(begin->comm, trace_.process_of(other))) latest = (after - 1)->time;
    begin = end;
  }
  return latest;
}

/// One look at each group that the location worked in.
Ticks SynchronizationInstants::last_in_team(size_t local, LocationId other, Ticks time) const {
  Ticks latest = Ticks::min();
  const std::vector<InTeam>& instants = in_team_[local];
  for (auto begin = instants.begin(); begin != instants.end();) {
    const auto end = std::upper_bound(begin, instants.end(), InTeam{begin->group, Ticks::max()});
    const auto after = std::upper_bound(begin, end, InTeam{begin->group, time});
    const TeamMatches::Group& group = teams_.groups[begin->group];
    const bool earlier = after != begin && (after - 1)->time > latest;
    if (earlier && std::binary_search(group.begin(), group.end(), other)) latest = (after - 1)->time;
    begin = end;
  }
  return latest;
}

}  // namespace latecomer::analyze
