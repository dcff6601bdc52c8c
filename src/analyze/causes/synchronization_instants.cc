// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/synchronization_instants.h"

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

/// How many of some instants are at or before `time`.
size_t count_up_to(std::span<const Ticks> instants, Ticks time) {
  return search_near(instants.size(), time, [&](size_t i) { return instants[i]; });
}

/// The last of these; the beginning of time where there is none.
Ticks last_of(std::span<const Ticks> instants, Ticks time) {
  const size_t count = count_up_to(instants, time);
  return count == 0 ? Ticks::min() : instants[count - 1];
}

/// Tells everybody which thread of a process called an operation.
struct Caller {
  trace::CommId comm;
  LocationId location;
  Ticks time;  ///< when all had entered; Ticks::min(): it called all of its process on the communicator
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
  gather_callers(comm);
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
      notices[trace_.rank_of(wait.cause)].push_back({wait.cause, waiter, wait.end});
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

/// Whether a process is on a communicator says which location called only where the process has no other.
void SynchronizationInstants::gather_callers(Comm& comm) {
  std::vector<Caller> callers;
  for (size_t p = trace_.own_processes.begin; p < trace_.own_processes.end; ++p) {
    const Range threads = trace_.deal.locations_of(trace::LocationGroupId(p));
    if (threads.size() < 2) continue;
    std::map<uint32_t, size_t> calling;  // threads, by communicator
    for (size_t l = threads.begin; l < threads.end; ++l) {
      for (const uint32_t name : on_comm_[l - trace_.own_locations.begin].names) ++calling[name];
    }
    for (size_t l = threads.begin; l < threads.end; ++l) {
      const Grouped& own = on_comm_[l - trace_.own_locations.begin];
      for (size_t i = 0; i < own.names.size(); ++i) {
        const trace::CommId name(own.names[i]);
        if (calling[own.names[i]] == 1)
          callers.push_back({name, LocationId(l), Ticks::min()});
        else
          for (const Ticks time : own[i]) callers.push_back({name, LocationId(l), time});
      }
    }
  }
  for (const Bytes& bytes : comm.all_gather(to_bytes<Caller>(callers))) {
    for (const Caller& each : from_bytes<Caller>(bytes))
      callers_[{each.comm, each.location}].push_back(each.time);
  }
}

/// In the operation of its process on the communicator that all members had entered at `time`.
bool SynchronizationInstants::took_part(LocationId location, trace::CommId comm, Ticks time) const {
  if (trace_.deal.locations_of(trace_.process_of(location)).size() == 1) return true;
  const auto caller = callers_.find({comm, location});
  if (caller == callers_.end()) return false;
  const std::vector<Ticks>& times = caller->second;
  return times.front() == Ticks::min() || std::binary_search(times.begin(), times.end(), time);
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

/// One look at each communicator that the location used; where another thread of the other process called the
/// last operation, at those before.
Ticks SynchronizationInstants::last_collective(size_t local, LocationId other, Ticks time) const {
  Ticks latest = Ticks::min();
  const Grouped& comms = on_comm_[local];
  for (size_t i = 0; i < comms.names.size(); ++i) {
    const trace::CommId comm(comms.names[i]);
    std::span<const Ticks> instants = comms[i].first(count_up_to(comms[i], time));
    if (instants.empty() || instants.back() <= latest || !members_.contains(comm, trace_.process_of(other)))
      continue;
    while (!instants.empty() && !took_part(other, comm, instants.back()))
      instants = instants.first(instants.size() - 1);
    if (!instants.empty()) latest = std::max(latest, instants.back());
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
