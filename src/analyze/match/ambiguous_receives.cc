// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Receives of several threads.
//
// The problem: messages go to receives in the order in which these were posted. Of one thread that is the
// order of its calls. Of several it cannot be known: a call that was entered first can post its receive last.
//
//     thread 0:  | Recv ......................... |         entered first, but it cannot have got the message
//     thread 1:      | Recv ............ |                  that was sent second unless thread 1 got one that
//     sent:                     a            b              had not been sent
//
// The idea: as long as the order of starts contradicts nothing by a clock that senders and receivers share,
// it is as good as any. Where it does, the receives get the messages in the order in which they were
// complete, or in which a later one of the same thread was, if that was earlier: those of one thread keep
// their order, which is known. If any pairing contradicts nothing, this one does not.
//
// Cost: O(receives log receives) where it is ambiguous.

#include "analyze/match/ambiguous_receives.h"

#include <algorithm>
#include <map>
#include <utility>

namespace latecomer::analyze {

ReceiveCompletions::ReceiveCompletions(const CondensedTrace& trace, trace::LocationGroupId process)
    : trace_(trace), first_(trace.positions_of(process).begin) {
  const std::span<const CondensedLocation> threads = trace.threads_of(process);
  for (const CondensedLocation& thread : threads) times_.emplace_back(thread.receives.size(), Ticks::max());
  std::map<uint64_t, Ticks> taken;  // has times by message handle
  for (size_t t = 0; t < threads.size(); ++t) {
    threads[t].event_times.for_each([&](const EventTime& event) {
      if (event.kind == EventTimeKind::probe) taken[threads[t].probes[event.operation].handle] = event.time;
      if (event.kind == EventTimeKind::receive) times_[t][event.operation] = event.time;
      if (event.kind != EventTimeKind::foreign_completion) return;
      const ForeignCompletion& completion = threads[t].foreign_completions[event.operation];
      if (completion.owner.valid() && completion.event.kind == trace::EventKind::irecv)
        times_[trace.local(completion.owner) - first_][completion.operation] = event.time;
    });
  }
  for (size_t t = 0; t < threads.size() && !taken.empty(); ++t) {
    for (size_t i = 0; i < threads[t].receives.size(); ++i) {
      const MessageDetail* const detail = threads[t].find_detail(threads[t].receives[i]);
      const auto found = detail && detail->handle != 0 ? taken.find(detail->handle) : taken.end();
      if (found != taken.end()) times_[t][i] = std::min(times_[t][i], found->second);
    }
  }
}

bool settle_order(const ReceiveCompletions& completions, std::span<const Ticks> sent,
                  std::vector<WaitingReceive>& receives) {
  const auto is_of_first = [&](const WaitingReceive& each) {
    return completions.thread_of(each) == completions.thread_of(receives.front());
  };
  if (std::all_of(receives.begin(), receives.end(), is_of_first)) return false;
  bool contradicts = false;
  for (size_t i = 0; i < std::min(sent.size(), receives.size()); ++i)
    contradicts = contradicts || sent[i] > completions.of(receives[i]);
  if (!contradicts) return false;
  // Each has to have its message by this time, from the last one on.
  std::vector<std::pair<Ticks, WaitingReceive>> due;
  std::map<trace::LocationId, Ticks> due_on;  // has the earliest so far, by thread
  for (auto receive = receives.rbegin(); receive != receives.rend(); ++receive) {
    Ticks& earliest = due_on.try_emplace(completions.thread_of(*receive), Ticks::max()).first->second;
    earliest = std::min(earliest, completions.of(*receive));
    due.emplace_back(earliest, *receive);
  }
  std::reverse(due.begin(), due.end());
  std::stable_sort(due.begin(), due.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(due.begin(), due.end(), receives.begin(), [](const auto& each) { return each.second; });
  return true;
}

}  // namespace latecomer::analyze
