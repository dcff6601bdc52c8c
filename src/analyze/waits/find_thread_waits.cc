// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits of threads for other threads of their process.
//
//     barrier   thread 0:  work | barrier ~~~~~|          until the last has entered
//               thread 1:  work work work | barrier
//
//     idle      leader:  team_end | serial code | fork    from the end of one team to the fork of the next,
//               worker:  team_end ~~~~~~~~~~~~~~| team_begin    and before the first and after the last
//
//     lock      thread 0:  acquire ====== release         until the holder before has released it
//               thread 1:     | lock ~~~~~| acquire
//
//     signal    thread 0:  work work | signal             the mutex, which both want, can be a second wait
//               thread 1:  | cond_wait ~~~~~|
//
//     join      thread 0:  | join ~~~~~~~~~|              a thread is a lock that it releases when it ends
//               thread 1:  work work work end
//
// The threads of a process are analyzed together, and all that is needed of others is at hand. Cost: O(n).

#include "analyze/waits/find_thread_waits.h"

#include <algorithm>
#include <optional>
#include <span>

#include "analyze/waits/wait_kinds.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::LocationId;

/// Returns whether another call, within this one, had begun and not ended before `time`.
bool is_within_inner_call(const CondensedLocation& location, CallIndex call, Ticks time) {
  for (CallIndex inner = call + 1; inner < location.calls.size(); ++inner) {
    const Call& other = location.call(inner);
    if (other.enter >= time || other.enter >= location.leave_of(call)) return false;
    if (time <= other.leave) return true;
  }
  return false;
}

/// Adds the call's wait from `from` to `end`. What other calls within this one did before is no waiting: it
/// begins at the last boundary before `end` at the earliest.
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

/// Returns the idle time of a thread around `time`; null if it is not idle then.
const IdlePeriod* idle_at(const CondensedLocation& thread, Ticks time) {
  const std::vector<IdlePeriod>& idle = thread.threads.idle;
  const auto found = std::ranges::partition_point(
      idle, [&](const IdlePeriod& each) { return thread.leave_of(each.call) <= time; });
  return found != idle.end() && thread.enter_of(found->call) < time ? &*found : nullptr;
}

/// Returns for whom an idle thread waited until `end`: its leader, or, if that was idle itself then and
/// later, the one for whom that waited, and so on. Who only began then, or had ended, has kept nobody
/// waiting; then it is the process's first thread.
LocationId cause_of(const CondensedTrace& trace, const IdlePeriod& idle, Ticks end) {
  const std::span threads = trace.threads_of(trace.process_of(idle.leader));
  const IdlePeriod* waiting = &idle;
  for (size_t leaders = 0; leaders < threads.size(); ++leaders) {
    const CondensedLocation& leader = trace[waiting->leader];
    if (end <= leader.first_time || leader.last_time < end) break;
    waiting = idle_at(leader, end);
    if (waiting == nullptr) return leader.id;
  }
  return threads.front().id;
}

/// Finds a wait in each segment of the idle time, which actions outside of regions, such as locking, cut.
void find_idle_waits(const CondensedTrace& trace, const CondensedLocation& location,
                     LargeVector<WaitState>& waits) {
  const Segments& segments = location.segments;
  for (const IdlePeriod& idle : location.threads.idle) {
    const Call call = location.call(idle.call);
    const Ticks fork = idle.fork == kNoFork ? call.leave : trace[idle.leader].threads.forks[idle.fork].time;
    const Ticks end = std::clamp(fork, call.enter, call.leave);
    for (size_t i = segments.boundaries().count_before(call.enter);
         i < segments.size() && segments.begin(i) < end; ++i) {
      const Ticks begin = segments.begin(i);
      const Ticks until = std::min(segments.end(i), end);
      if (begin < until)
        waits.push_back(
            {Builtin::omp_idle_threads, idle.call, until - begin, until, cause_of(trace, idle, until)});
    }
    // A team is forked when the process begins: nobody waits, but the critical path comes from there.
    const bool is_origin = idle.fork != kNoFork && call.enter == end && end == location.first_time;
    if (is_origin) waits.push_back({Builtin::omp_idle_threads, idle.call, Ticks(), end, idle.leader});
  }
}

/// Returns where to keep a wait for what was handed over; none where the call does not wait for it.
std::optional<Builtin> wait_metric(const RegionClass& region, HandOver::Kind kind) {
  using Kind = HandOver::Kind;
  if (kind == Kind::thread_begin || kind == Kind::thread_end) return Builtin::pthread_join_wait;
  if (region.kind == CallKind::test) return std::nullopt;
  if (region.time == Builtin::pthread_conditional && kind == Kind::lock_again)
    return Builtin::pthread_lock_contention_conditional;
  return wait_for_release(region.time);
}

void find_lock_waits(const CondensedTrace& trace, const CondensedLocation& location,
                     const std::vector<HandOver>& hand_overs, LargeVector<WaitState>& waits) {
  CallIndex last_call = kNoCall;
  Ticks last_release;
  for (const HandOver& each : hand_overs) {
    if (!each.known() || each.from == location.id) continue;
    const std::optional<Builtin> metric = wait_metric(trace.class_of(location.call(each.call)), each.kind);
    if (!metric) continue;
    const Ticks end = each.awaited();
    if (each.kind == HandOver::Kind::thread_begin) {  // the critical path comes from there
      waits.push_back({*metric, each.call, Ticks(), end, each.from});
      continue;
    }
    // After a condition's signal the call wants its mutex.
    const Ticks from = each.call == last_call ? std::max(each.wanted, last_release) : each.wanted;
    add_wait(location, *metric, each.call, from, end, each.from, waits);
    last_call = each.call;
    last_release = end;
  }
}

}  // namespace

WaitStates find_thread_waits(const CondensedTrace& trace, const TeamMatches& teams) {
  WaitStates waits(trace.locations.size());
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const trace::LocationGroupId process(trace.own_processes.begin + p);
    const std::span<const CondensedLocation> threads = trace.threads_of(process);
    if (threads.size() < 2) return;
    for (const CondensedLocation& location : threads) {
      const size_t local = trace.local(location.id);
      find_lock_waits(trace, location, teams.hand_overs[local], waits[local]);
      find_barrier_waits(trace, location, teams.barriers[local], waits[local]);
      find_idle_waits(trace, location, waits[local]);
      std::stable_sort(waits[local].begin(), waits[local].end(),
                       [](const WaitState& a, const WaitState& b) { return a.end < b.end; });
    }
  });
  return waits;
}

}  // namespace latecomer::analyze
