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

/// Tells everybody which thread of a process called an operation.
struct Caller {
  trace::CommId comm;
  LocationId location;
  Ticks time;  ///< when all had entered; Ticks::min(): it called all of its process on the communicator
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
  gather_callers(comm);
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

Ticks SynchronizationInstants::last(LocationId local, LocationId other, Ticks time) const {
  const auto position_after = [&](std::span<const Ticks> times) {
    return search_near(times.size(), time, [&](size_t i) { return times[i]; });
  };
  Ticks latest = Ticks::min();
  const Grouped& pairs = with_location_[trace_.local(local)];
  const auto pair = std::lower_bound(pairs.names.begin(), pairs.names.end(), other.value);
  if (pair != pairs.names.end() && *pair == other.value) {
    const std::span<const Ticks> times = pairs[static_cast<size_t>(pair - pairs.names.begin())];
    const size_t after = position_after(times);
    if (after > 0) latest = times[after - 1];
  }

  // The last on each communicator that the location used; of those that another thread of the other process
  // called, the one before.
  const Grouped& comms = on_comm_[trace_.local(local)];
  for (size_t i = 0; i < comms.names.size(); ++i) {
    if (!members_.contains(trace::CommId(comms.names[i]), trace_.process_of(other))) continue;
    const std::span<const Ticks> times = comms[i];
    for (size_t after = position_after(times); after > 0 && times[after - 1] > latest; --after) {
      if (!took_part(other, trace::CommId(comms.names[i]), times[after - 1])) continue;
      latest = times[after - 1];
    }
  }
  return latest;
}

}  // namespace latecomer::analyze
