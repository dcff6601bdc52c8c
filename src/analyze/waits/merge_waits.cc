// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// One list of wait states for each location, of several that were found apart.
//
// The problem: a call can have waited for operations of two kinds, or be around a call that waited.
//
// The idea: of two waits of one call the longer one counts. Waits for threads can be around others; there the
// later end begins where the earlier one ends:
//
//     wait of a call          |~~~~~|
//     wait for a thread    |~~~~~~~~~~~~|
//     both                    |~~~~~|~~~|
//
// Cost: O(wait states).

#include "analyze/waits/merge_waits.h"

#include <algorithm>
#include <iterator>

#include "analyze/waits/wait_kinds.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Is the wait states of one call: consecutive ones in a list sorted by call.
struct InCall {
  LargeVector<WaitState>::const_iterator begin;
  LargeVector<WaitState>::const_iterator end;
  Ticks amount;
};

InCall next_call(LargeVector<WaitState>::const_iterator begin,
                 LargeVector<WaitState>::const_iterator list_end) {
  InCall result{begin, begin, Ticks()};
  for (; result.end != list_end && result.end->call == begin->call; ++result.end)
    result.amount += result.end->amount;
  return result;
}

LargeVector<WaitState> merge(const LargeVector<WaitState>& first, const LargeVector<WaitState>& second) {
  LargeVector<WaitState> merged;
  merged.reserve(first.size() + second.size());
  InCall a = next_call(first.begin(), first.end());
  InCall b = next_call(second.begin(), second.end());
  while (a.begin != first.end() || b.begin != second.end()) {
    const CallIndex call_a = a.begin == first.end() ? kNoCall : a.begin->call;
    const CallIndex call_b = b.begin == second.end() ? kNoCall : b.begin->call;
    const bool take_a = call_a < call_b || (call_a == call_b && a.amount >= b.amount);
    const InCall& taken = take_a ? a : b;
    merged.insert(merged.end(), taken.begin, taken.end);
    if (call_a <= call_b) a = next_call(a.end, first.end());
    if (call_b <= call_a) b = next_call(b.end, second.end());
  }
  return merged;
}

LargeVector<WaitState> merge_by_end(const LargeVector<WaitState>& of_calls,
                                    const LargeVector<WaitState>& of_threads) {
  LargeVector<WaitState> merged;
  merged.reserve(of_calls.size() + of_threads.size());
  std::merge(of_calls.begin(), of_calls.end(), of_threads.begin(), of_threads.end(),
             std::back_inserter(merged),
             [](const WaitState& a, const WaitState& b) { return a.end < b.end; });
  for (size_t i = 1; i < merged.size(); ++i)
    merged[i].amount = std::min(merged[i].amount, merged[i].end - merged[i - 1].end);
  return merged;
}

/// Merges per location.
template <class Merge>
WaitStates merge_lists(WaitStates first, WaitStates second, const Merge& merge) {
  parallel_for(first.size(), [&](size_t l) {
    if (!second[l].empty()) first[l] = merge(first[l], second[l]);
    free_list(second[l]);
  });
  return first;
}

}  // namespace

WaitStates merge_waits(WaitStates first, WaitStates second) {
  return merge_lists(std::move(first), std::move(second), merge);
}

void mark_waits_by_polling(const CondensedTrace& trace, WaitStates& waits) {
  parallel_for(waits.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    if (location.polling_runs.empty()) return;
    for (WaitState& wait : waits[l]) {
      if (location.is_polling_run(wait.call)) wait.metric = wait_kind(wait.metric).by_polling;
    }
  });
}

WaitStates merge_thread_waits(WaitStates of_calls, WaitStates of_threads) {
  return merge_lists(std::move(of_calls), std::move(of_threads), merge_by_end);
}

}  // namespace latecomer::analyze
