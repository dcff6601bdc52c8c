// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronization_instants.h"

#include <algorithm>

#include "base/parallel.h"

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
                                                 const WaitStates& waits, Comm& comm)
    : trace_(trace),
      members_(members),
      with_location_(trace.locations.size()),
      on_comm_(trace.locations.size()) {
  gather_waits(waits, comm);
  gather_collectives(collectives);
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
  parallel_for(with_location_.size(),
               [&](size_t l) { std::sort(with_location_[l].begin(), with_location_[l].end()); });
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

Ticks SynchronizationInstants::last(LocationId local, LocationId other, Ticks time) const {
  const size_t l = local.index() - trace_.own_locations.begin;
  Ticks latest = Ticks::min();
  const std::vector<WithLocation>& pairs = with_location_[l];
  const auto pair = std::upper_bound(pairs.begin(), pairs.end(), WithLocation{other, time});
  if (pair != pairs.begin() && (pair - 1)->other == other) latest = (pair - 1)->time;

  // One look at each communicator that the location used.
  const std::vector<OnComm>& instants = on_comm_[l];
  for (auto begin = instants.begin(); begin != instants.end();) {
    const auto end = std::upper_bound(begin, instants.end(), OnComm{begin->comm, Ticks::max()});
    const auto after = std::upper_bound(begin, end, OnComm{begin->comm, time});
    const bool earlier = after != begin && (after - 1)->time > latest;
    if (earlier && members_.contains(begin->comm, trace_.process_of(other))) latest = (after - 1)->time;
    begin = end;
  }
  return latest;
}

}  // namespace latecomer::analyze
