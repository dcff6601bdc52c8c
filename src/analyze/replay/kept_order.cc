// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What might have been taken in another order.
//
//     recorded   sent by 1 | sent by 2 |     received: from 1, from 2
//     replayed   sent by 2 | sent by 1 |     received: from 1, from 2, as recorded
//
// The problem: a replay keeps who receives what, and who gets a lock next. A receive from any source, or a
// wait for any request, would take what comes first. The recording does not say which receives are such.
//
// The idea: where messages are received in an order that the program fixes, the same sender mostly follows
// the same other one. Only where that is not so, it matters which of two came first. Locks always go to who
// wants them.
//
// Cost: O(messages · log(call paths) + locks · log(locks)).

#include "analyze/replay/kept_order.h"

#include <algorithm>

namespace latecomer::analyze {

OrderOfArrival::OrderOfArrival(const Dependences& dependences) {
  const CondensedTrace& trace = dependences.trace();
  std::map<Lock, std::vector<std::pair<uint32_t, Arrival>>> holds;  // with their order
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    dependences.for_each_message(l, [&](const Dependence& each, LocalOperation) {
      if (each.kind != DependenceKind::message || each.call.call == kNoCall) return;
      messages_[{l, location.path_of(each.call.call)}].push_back(
          {each.caused_by, each.call.call, each.caused});
    });
    for (const LockHold& hold : location.threads.locks) {
      if (!hold.is_thread)
        holds[{trace.process_of(location.id), hold.paradigm, hold.lock}].emplace_back(
            hold.order, Arrival{location.id, kNoCall, hold.requested});
    }
  }
  for (auto& [lock, of_lock] : holds) {
    std::ranges::stable_sort(of_lock, {}, [](const auto& hold) { return hold.first; });
    for (const auto& [order, arrival] : of_lock) locks_[lock].push_back(arrival);
  }
}

bool OrderOfArrival::is_in_fixed_order(const Arrivals& arrivals) {
  std::map<trace::LocationId, trace::LocationId> followers;
  for (size_t i = 1; i < arrivals.size(); ++i) {
    const auto [follower, is_first] = followers.try_emplace(arrivals[i - 1].from, arrivals[i].from);
    if (follower->second != arrivals[i].from) return false;
  }
  return true;
}

int64_t OrderOfArrival::count(const Arrivals& before, const Arrivals& now) {
  int64_t changed = 0;
  for (size_t i = 1; i < before.size(); ++i) {
    const bool is_together = before[i].call == before[i - 1].call && before[i].call != kNoCall;
    const bool was_later = before[i - 1].time <= before[i].time;
    const bool is_earlier = now[i - 1].time > now[i].time;
    changed += !is_together && before[i - 1].from != before[i].from && was_later && is_earlier ? 1 : 0;
  }
  return changed;
}

KeptOrder OrderOfArrival::kept(const OrderOfArrival& now, Comm& comm) const {
  int64_t counts[] = {0, 0};
  for (const auto& [where, arrivals] : messages_)
    if (!is_in_fixed_order(arrivals)) counts[0] += count(arrivals, now.messages_.at(where));
  for (const auto& [lock, arrivals] : locks_) counts[1] += count(arrivals, now.locks_.at(lock));
  comm.sum(counts);
  return {counts[0], counts[1]};
}

}  // namespace latecomer::analyze
