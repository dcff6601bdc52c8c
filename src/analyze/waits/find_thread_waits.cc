// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits of threads for other threads of their process.
//
//     barrier   thread 0:  work | barrier ~~~~~|          until the last has entered
//               thread 1:  work work work | barrier
//
//     idle      leader:  team_end | serial code | fork    from the end of one team to the fork of the next
//               worker:  team_end ~~~~~~~~~~~~~~| team_begin
//
//     lock      thread 0:  acquire ====== release         until the holder before has released it, which is
//               thread 1:     | lock ~~~~~| acquire       the one whose acquisition has the number before
//
// The threads of a process are analyzed together, and all that is needed of others is at hand. Cost: O(n log
// n) for the locks, O(n) for the rest.

#include "analyze/waits/find_thread_waits.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::LocationId;

/// Whether another call, within this one, had begun and not ended before `time`.
bool is_within_inner_call(const CondensedLocation& location, CallIndex call, Ticks time) {
  for (CallIndex inner = call + 1; inner < location.calls.size(); ++inner) {
    const Call& other = location.call(inner);
    if (other.enter >= time || other.enter >= location.leave_of(call)) return false;
    if (time <= other.leave) return true;
  }
  return false;
}

/// The call's wait from `from` to `end`. What other calls within this one did before is no waiting: it begins
/// at the last boundary before `end` at the earliest.
void add_wait(const CondensedLocation& location, Builtin metric, CallIndex call, Ticks from, Ticks end,
              LocationId cause, LargeVector<WaitState>& waits) {
  if (is_within_inner_call(location, call, end)) return;
  const TickList& boundaries = location.segments.boundaries();
  const size_t before = boundaries.count_before(end);
  if (before > 0) from = std::max(from, boundaries[before - 1]);
  if (from < end) waits.push_back({metric, call, end - from, end, cause});
}

void find_barrier_waits(const CondensedTrace& trace, const CondensedLocation& location,
                        const std::vector<Arrival>& last, LargeVector<WaitState>& waits) {
  for (size_t i = 0; i < last.size(); ++i) {
    if (!last[i].known()) continue;
    const CallIndex index = location.threads.barriers[i].call;
    const Call& call = location.call(index);
    const bool implicit = trace.class_of(call).time == Builtin::omp_ibarrier;
    add_wait(location, implicit ? Builtin::omp_ibarrier_wait : Builtin::omp_ebarrier_wait, index, call.enter,
             std::min(last[i].enter, call.leave), last[i].location, waits);
  }
}

void find_idle_waits(const CondensedTrace& trace, const CondensedLocation& location,
                     LargeVector<WaitState>& waits) {
  for (const IdlePeriod& idle : location.threads.idle) {
    const Ticks begin = location.enter_of(idle.call);
    const Ticks end = std::min(idle.until, trace[idle.leader].last_time);
    const bool is_origin = begin == end && begin <= location.first_time;
    if (begin < end || is_origin)
      waits.push_back({Builtin::omp_idle_threads, idle.call, end - begin, end, idle.leader});
  }
}

/// Where to keep a wait in a call whose time is kept under `time`; none for calls that do not wait for locks.
std::optional<Builtin> contention_metric(const RegionClass& region) {
  if (region.kind == CallKind::test) return std::nullopt;
  switch (region.time) {
    case Builtin::omp_critical:
      return Builtin::omp_lock_contention_critical;
    case Builtin::omp_lock_api:
      return Builtin::omp_lock_contention_api;
    case Builtin::pthread_lock_api:
      return Builtin::pthread_lock_contention_mutex_lock;
    case Builtin::pthread_conditional:
      return Builtin::pthread_lock_contention_conditional;
    default:
      return std::nullopt;
  }
}

/// A lock hold of any thread of a process.
struct Hold {
  LocationId thread;
  const LockHold* hold;
  auto place() const { return std::tuple(hold->paradigm, hold->lock, hold->order, thread); }
  bool follows(const Hold& other) const {
    return hold->paradigm == other.hold->paradigm && hold->lock == other.hold->lock &&
           hold->order == other.hold->order + 1;
  }
};

void find_lock_waits(const CondensedTrace& trace, trace::LocationGroupId process, WaitStates& waits) {
  std::vector<Hold> holds;
  for (const CondensedLocation& location : trace.threads_of(process)) {
    for (const LockHold& hold : location.threads.locks) holds.push_back({location.id, &hold});
  }
  std::sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) { return a.place() < b.place(); });
  for (size_t i = 1; i < holds.size(); ++i) {
    const Hold& before = holds[i - 1];
    const auto& [thread, hold] = holds[i];
    if (!holds[i].follows(before) || before.thread == thread || before.hold->released == Ticks::max())
      continue;
    const CondensedLocation& location = trace[thread];
    const std::optional<Builtin> metric = contention_metric(trace.class_of(location.call(hold->call)));
    if (!metric) continue;
    add_wait(location, *metric, hold->call, hold->requested, std::min(before.hold->released, hold->acquired),
             before.thread, waits[trace.local(thread)]);
  }
}

}  // namespace

WaitStates find_thread_waits(const CondensedTrace& trace, const TeamMatches& teams) {
  WaitStates waits(trace.locations.size());
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const trace::LocationGroupId process(trace.own_processes.begin + p);
    const std::span<const CondensedLocation> threads = trace.threads_of(process);
    if (threads.size() < 2) return;
    find_lock_waits(trace, process, waits);
    for (const CondensedLocation& location : threads) {
      const size_t local = trace.local(location.id);
      find_barrier_waits(trace, location, teams.barriers[local], waits[local]);
      find_idle_waits(trace, location, waits[local]);
      std::stable_sort(waits[local].begin(), waits[local].end(),
                       [](const WaitState& a, const WaitState& b) { return a.end < b.end; });
    }
  });
  return waits;
}

}  // namespace latecomer::analyze
