// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits of calls that have others within them.
//
// The problem: a wait is a difference of two times, from a call's enter to what ended the wait. Where a call
// has others within it, or functions, some of the time between is not its own, and can be their waiting:
//
//     Allreduce  |ooo(  Recv ~~~~~~ )oooooooooo~~~~~~|         until the last has entered
//                    inner call      own time  T
//
// The idea: a wait that ended at T began, at the earliest, when the call was last by itself, that is at the
// end of what was within it. If something within it was still going on at T, the call itself did not wait for
// T. Where times within a segment are not known, no more can have been waited than the call has there.
//
// Cost: O(waits of locations with calls within others x segments of their calls).

#include "analyze/waits/keep_to_calls.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

Ticks time_on(const Segments& segments, size_t segment, CallPathId path) {
  Ticks on_path;
  segments.for_each(segment, [&](CallPathId each, Ticks time) {
    if (each == path) on_path = time;
  });
  return on_path;
}

/// Visits the segments in (begin, end] from the last one on, with what each has of a call path within these
/// bounds at most, and whether it has nothing else, until `visit` returns false.
template <class Visit>
void visit_backward(const Segments& segments, CallPathId path, Ticks begin, Ticks end, const Visit& visit) {
  for (size_t s = std::min(segments.boundaries().count_before(end), segments.size()); s-- > 0;) {
    if (segments.end(s) <= begin) return;
    const Ticks on_path = time_on(segments, s, path);
    const Ticks within = std::min(segments.end(s), end) - std::max(segments.begin(s), begin);
    if (!visit(std::min(on_path, within), on_path == segments.end(s) - segments.begin(s))) return;
  }
}

/// Returns how long a call had been by itself at `end`, without a break, since `begin` at most.
Ticks time_by_itself(const Segments& segments, CallPathId path, Ticks begin, Ticks end) {
  Ticks sum;
  visit_backward(segments, path, begin, end, [&](Ticks time, bool alone) {
    sum += time;
    return alone;
  });
  return sum;
}

/// Returns how long a call was by itself in (begin, end], with breaks.
Ticks own_time(const Segments& segments, CallPathId path, Ticks begin, Ticks end) {
  Ticks sum;
  visit_backward(segments, path, begin, end, [&](Ticks time, bool /*alone*/) {
    sum += time;
    return true;
  });
  return sum;
}

/// Returns the waiting time of a call; `waits` are by call.
Ticks waited_in(const LargeVector<WaitState>& waits, CallIndex call) {
  Ticks sum;
  auto wait = std::ranges::lower_bound(waits, call, {}, &WaitState::call);
  for (; wait != waits.end() && wait->call == call; ++wait) sum += wait->amount;
  return sum;
}

void keep_to_calls(const CondensedLocation& location, LargeVector<WaitState>& waits,
                   std::vector<WaitPart>& parts, LargeVector<Completion>& completions) {
  for (WaitState& wait : waits) {
    const CallPathId path = location.path_of(wait.call);
    wait.amount = time_by_itself(location.segments, path, wait.end - wait.amount, wait.end);
  }
  std::erase_if(waits, [](const WaitState& wait) { return wait.amount == Ticks(); });
  for (WaitPart& part : parts) part.amount = std::min(part.amount, waited_in(waits, part.call));
  std::ranges::stable_sort(waits, {}, &WaitState::end);
  for (Completion& completion : completions) {
    const Call call = location.call(completion.call);
    completion.amount =
        own_time(location.segments, call.path, completion.end - completion.amount, completion.end);
  }
}

}  // namespace

void keep_to_calls(const CondensedTrace& trace, WaitStates& waits, WaitParts& parts,
                   CollectiveWaits& collectives) {
  parallel_for(waits.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    if (location.calls.follow_each_other()) return;
    keep_to_calls(location, waits[l], parts[l], collectives.completions[l]);
  });
}

void check_waits(const CondensedTrace& trace, WaitStates& waits, AnomalyReport& anomalies) {
  std::vector<AnomalyReport> found(waits.size());
  parallel_for(waits.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    Ticks before = Ticks::min();
    for (WaitState& wait : waits[l]) {
      if (wait.amount == Ticks() && wait.end >= before) {  // the critical path comes from there
        before = wait.end;
        continue;
      }
      const Call call = location.call(wait.call);
      const Ticks end = std::clamp(wait.end, std::max(before, call.enter), std::max(before, call.leave));
      const Ticks amount = std::clamp(wait.amount, Ticks(), end - std::max(before, call.enter));
      if (end != wait.end || amount != wait.amount)
        found[l].count({trace::Anomaly::impossible_value, call.path, trace.process_of(location.id)});
      wait.end = before = end;
      wait.amount = amount;
    }
  });
  for (const AnomalyReport& each : found) anomalies += each;
}

}  // namespace latecomer::analyze
