// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/synchronization_instants.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/search_near.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Tells the delaying location that it was in step with the waiting one.
struct Notice {
  LocationId cause;
  LocationId waiter;
  Ticks time;
};

/// The last of some instants at or before `time`; the beginning of time where there is none.
Ticks last_of(std::span<const Ticks> instants, Ticks time) {
  const size_t after = search_near(instants.size(), time, [&](size_t i) { return instants[i]; });
  return after == 0 ? Ticks::min() : instants[after - 1];
}

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

SynchronizationInstants::Grouped SynchronizationInstants::group(std::vector<Instant> instants) {
  std::sort(instants.begin(), instants.end());
  Grouped grouped;
  grouped.times.reserve(instants.size());
  for (const Instant& each : instants) {
    if (grouped.names.empty() || grouped.names.back() != each.name) {
      grouped.names.push_back(each.name);
      grouped.first.push_back(grouped.times.size());
    }
    grouped.times.push_back(each.time);
    grouped.first.back() = grouped.times.size();
  }
  return grouped;
}

void SynchronizationInstants::gather_waits(const WaitStates& waits, Comm& comm) {
  std::vector<std::vector<Instant>> instants(waits.size());
  std::vector<std::vector<Notice>> notices(static_cast<size_t>(comm.size()));
  for (size_t l = 0; l < waits.size(); ++l) {
    const LocationId waiter = trace_.locations[l].id;
    for (const WaitState& wait : waits[l]) {
      instants[l].push_back({wait.cause.value, wait.end});
      notices[static_cast<size_t>(trace_.deal.owner(trace_.process_of(wait.cause)))].push_back(
          {wait.cause, waiter, wait.end});
    }
  }
  for (const std::vector<Notice>& from_rank : exchange(comm, std::move(notices))) {
    for (const Notice& notice : from_rank)
      instants[trace_.local(notice.cause)].push_back({notice.waiter.value, notice.time});
  }
  parallel_for(instants.size(), [&](size_t l) { with_location_[l] = group(std::move(instants[l])); });
}

void SynchronizationInstants::gather_collectives(const CollectiveMatches& collectives) {
  for (size_t l = 0; l < collectives.size(); ++l) {
    std::vector<Instant> instants;
    for (size_t i = 0; i < collectives[l].size(); ++i) {
      const Collective& collective = trace_.locations[l].collectives[i];
      const bool blocking = collective.start == collective.completion;
      if (!collectives[l][i].holds_all || !blocking) continue;
      instants.push_back({collective.comm.value, collectives[l][i].all_entered});
    }
    on_comm_[l] = group(std::move(instants));
  }
}

void SynchronizationInstants::gather_teams() {
  for (size_t l = 0; l < in_team_.size(); ++l) {
    std::vector<Instant> instants;
    for (const TeamInstant& instant : teams_.instants[l]) instants.push_back({instant.group, instant.time});
    in_team_[l] = group(std::move(instants));
  }
}

Ticks SynchronizationInstants::last(LocationId local, LocationId other, Ticks time) const {
  const size_t l = trace_.local(local);
  const Ticks waited = last_wait(l, other, time);
  const bool same_process = trace_.process_of(local) == trace_.process_of(other);
  return std::max(waited, same_process ? last_in_team(l, other, time) : last_collective(l, other, time));
}

Ticks SynchronizationInstants::last_wait(size_t local, LocationId other, Ticks time) const {
  const Grouped& pairs = with_location_[local];
  const auto pair = std::lower_bound(pairs.names.begin(), pairs.names.end(), other.value);
  if (pair == pairs.names.end() || *pair != other.value) return Ticks::min();
  return last_of(pairs[static_cast<size_t>(pair - pairs.names.begin())], time);
}

/// One look at each communicator that the location used.
Ticks SynchronizationInstants::last_collective(size_t local, LocationId other, Ticks time) const {
  Ticks latest = Ticks::min();
  const Grouped& comms = on_comm_[local];
  for (size_t i = 0; i < comms.names.size(); ++i) {
    const Ticks instant = last_of(comms[i], time);
    if (instant > latest && members_.contains(trace::CommId(comms.names[i]), trace_.process_of(other)))
      latest = instant;
  }
  return latest;
}

/// One look at each group that the location worked in.
Ticks SynchronizationInstants::last_in_team(size_t local, LocationId other, Ticks time) const {
  Ticks latest = Ticks::min();
  const Grouped& groups = in_team_[local];
  for (size_t i = 0; i < groups.names.size(); ++i) {
    const TeamMatches::Group& members = teams_.groups[groups.names[i]];
    const Ticks instant = last_of(groups[i], time);
    if (instant > latest && std::binary_search(members.begin(), members.end(), other)) latest = instant;
  }
  return latest;
}

}  // namespace latecomer::analyze
