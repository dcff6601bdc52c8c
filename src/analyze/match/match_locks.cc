// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What threads hand on to each other.
//
//     thread 0:  acquire 0 ==== release 0
//     thread 1:        | lock ~~~~~~~~~~| acquire 1 ==== release 1
//     thread 2:            | lock ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~| acquire 2
//
// Acquisitions of a lock are numbered, so the release that one of them followed is that of the number before.
// Where several threads go on after one release (signals to all, barriers), their acquisitions have the same
// number; where several release it with one number, the last counts.
//
// Cost: O(n log n).

#include "analyze/match/match_locks.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace latecomer::analyze {

namespace {

using trace::LocationId;

struct Hold {
  LocationId thread;
  uint32_t index;  ///< Is a position in the thread's locks.
  const LockHold* hold;

  auto lock() const { return std::tuple(hold->is_thread, hold->paradigm, hold->lock); }
  auto key() const { return std::tuple(lock(), hold->order, thread, index); }
};

std::vector<Hold> holds_of(std::span<const CondensedLocation> threads) {
  std::vector<Hold> holds;
  for (const CondensedLocation& location : threads) {
    const std::vector<LockHold>& locks = location.threads.locks;
    for (uint32_t i = 0; i < locks.size(); ++i) holds.push_back({location.id, i, &locks[i]});
  }
  std::sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) { return a.key() < b.key(); });
  return holds;
}

/// Returns who released last of those with the same number; null: nobody did.
const Hold* last_released(std::span<const Hold> holds) {
  const Hold* last = nullptr;
  for (const Hold& each : holds) {
    const bool is_later = !last || each.hold->released > last->hold->released;
    if (each.hold->released != Ticks::max() && is_later) last = &each;
  }
  return last;
}

HandOver::Kind kind_of(const LockHold& hold) {
  using Kind = HandOver::Kind;
  if (hold.is_thread) return hold.order == kBegun ? Kind::thread_begin : Kind::thread_end;
  return hold.reacquired ? Kind::lock_again : Kind::lock;
}

HandOver hand_over(const Hold& from, const LockHold& to) {
  return {.call = to.call,
          .kind = kind_of(to),
          .from = from.thread,
          .release = from.index,
          .wanted = to.requested,
          .released = from.hold->released,
          .had = to.acquired};
}

}  // namespace

std::vector<BarrierMeeting> match_locks(const CondensedTrace& trace, trace::LocationGroupId process,
                                        HandOvers& hand_overs) {
  std::vector<BarrierMeeting> meetings;
  const std::vector<Hold> holds = holds_of(trace.threads_of(process));
  std::span<const Hold> before;  // are those with the number before
  for (size_t begin = 0; begin < holds.size();) {
    const Hold& first = holds[begin];
    size_t end = begin + 1;
    while (end < holds.size() && holds[end].lock() == first.lock() &&
           holds[end].hold->order == first.hold->order)
      ++end;
    const std::span<const Hold> same = std::span(holds).subspan(begin, end - begin);
    begin = end;
    const bool follows = !before.empty() && before.front().lock() == first.lock() &&
                         before.front().hold->order + 1 == first.hold->order;
    const Hold* const from = follows ? last_released(before) : nullptr;
    before = same;
    if (!from) continue;
    BarrierMeeting meeting{{from->thread}, from->hold->released};
    for (const Hold& each : same) {
      if (each.hold->call == kNoCall) continue;
      hand_overs[trace.local(each.thread)][each.index] = hand_over(*from, *each.hold);
      const CondensedLocation& location = trace[each.thread];
      if (trace.class_of(location.call(each.hold->call)).time == report::Builtin::pthread_barrier)
        meeting.threads.push_back(each.thread);
    }
    if (meeting.threads.size() == 1) continue;
    std::sort(meeting.threads.begin(), meeting.threads.end());
    meetings.push_back(std::move(meeting));
  }
  return meetings;
}

}  // namespace latecomer::analyze
