// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits for messages.
//
//     rank 0:  work work work | Send |                       Late Sender: rank 1 waits from its enter
//     rank 1:  | Recv ~~~~~~~~~~~~~~~ |                       to the sender's enter
//
//     rank 0:  | Ssend ~~~~~~~~~~~~~~ |                       Late Receiver: rank 0 waits from its enter
//     rank 1:  work work work | Recv |                        to the enter of the call that starts the
//     receive
//
// With the matches at hand each is a difference of two times. A call that completes several messages waits
// once: for the latest sender; only if no sender was late, for the latest receiver.
//
// Wrong order: a Late Sender that need not have been, because a message that the process received later had
// been sent before the one it waited for. For every receive, in the order of completion, the next one with an
// earlier send is found with a stack of those that still look for theirs.
//
// Cost: O(messages).

#include "analyze/find_message_waits.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// The longest wait found so far in one call.
struct Candidate {
  Ticks amount;
  Ticks end;
  trace::LocationId cause;
  uint32_t message = kNoMessage;
};

/// One receive in the order of completion over all threads of its process.
struct CompletedReceive {
  size_t location;
  uint32_t operation;
  CallIndex call;
  Ticks leave;
  Ticks sent;
  trace::LocationGroupId source;
};

enum class Order : uint8_t { right, wrong_same_source, wrong_different_source };

void improve(Candidate& best, const Call& call, Ticks until, trace::LocationId cause, uint32_t message) {
  const Ticks end = std::min(until, call.leave);
  const Ticks amount = end - call.enter;
  if (amount <= Ticks()) return;
  if (best.amount > amount || (best.amount == amount && best.cause.valid() && cause < best.cause)) return;
  best = {amount, end, cause, message};
}

bool may_wait(CallKind kind) {
  return kind != CallKind::test;
}

std::vector<Candidate> late_senders(const LocalTrace& trace, const CondensedLocation& location,
                                    const std::vector<Counterpart>& sends) {
  std::vector<Candidate> best(location.calls.size());
  for (uint32_t i = 0; i < location.receives.size(); ++i) {
    const CallIndex completion = location.receives[i].completion;
    if (!sends[i].known() || completion == kNoCall) continue;
    const Call& call = location.calls[completion];
    if (!may_wait(trace.class_of(call).kind)) continue;
    improve(best[completion], call, sends[i].enter, sends[i].location, i);
  }
  return best;
}

std::vector<Candidate> late_receivers(const LocalTrace& trace, const CondensedLocation& location,
                                      const std::vector<Counterpart>& receives) {
  std::vector<Candidate> best(location.calls.size());
  for (uint32_t i = 0; i < location.sends.size(); ++i) {
    const CallIndex completion = location.sends[i].completion;
    if (!receives[i].known() || completion == kNoCall) continue;
    const Call& call = location.calls[completion];
    const CallKind kind = trace.class_of(call).kind;
    if (!may_wait(kind) || kind == CallKind::buffered_send || kind == CallKind::sendrecv) continue;
    if (receives[i].enter >= call.leave) continue;  // the send did not wait for it: it was buffered
    improve(best[completion], call, receives[i].enter, receives[i].location, i);
  }
  return best;
}

std::vector<CompletedReceive> completed_receives(const LocalTrace& trace, trace::LocationGroupId process,
                                                 const MessageMatches& matches) {
  std::vector<CompletedReceive> completed;
  const Range range = trace.deal.locations_of(process);
  for (size_t l = range.begin - trace.own_locations.begin; l < range.end - trace.own_locations.begin; ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const Message& receive = location.receives[i];
      if (!matches.of_receives[l][i].known() || receive.completion == kNoCall) continue;
      const Counterpart& send = matches.of_receives[l][i];
      completed.push_back({l, i, receive.completion, location.calls[receive.completion].leave, send.enter,
                           trace.process_of(send.location)});
    }
  }
  const auto order = [](const CompletedReceive& each) {
    return std::tuple(each.leave, each.location, each.call);
  };
  std::stable_sort(completed.begin(), completed.end(),
                   [&](const CompletedReceive& a, const CompletedReceive& b) { return order(a) < order(b); });
  return completed;
}

/// For every receive of a process, whether one that was completed in a later call had been sent before it.
void find_wrong_order(const LocalTrace& trace, trace::LocationGroupId process, const MessageMatches& matches,
                      std::vector<std::vector<Order>>& orders) {
  const std::vector<CompletedReceive> completed = completed_receives(trace, process, matches);
  std::vector<size_t> looking;  // by growing time of sending
  for (size_t begin = 0, end = 0; begin < completed.size(); begin = end) {
    const auto same_call = [&](const CompletedReceive& a, const CompletedReceive& b) {
      return a.location == b.location && a.call == b.call;
    };
    while (end < completed.size() && same_call(completed[begin], completed[end])) ++end;
    for (size_t i = begin; i < end; ++i) {
      const CompletedReceive& later = completed[i];
      while (!looking.empty() && later.sent < completed[looking.back()].sent) {
        const CompletedReceive& waited = completed[looking.back()];
        orders[waited.location][waited.operation] =
            waited.source == later.source ? Order::wrong_same_source : Order::wrong_different_source;
        looking.pop_back();
      }
    }
    // Everything left in it was sent no later than any of these, so sorting them is enough to keep it sorted.
    const size_t left = looking.size();
    for (size_t i = begin; i < end; ++i) looking.push_back(i);
    std::sort(looking.begin() + static_cast<ptrdiff_t>(left), looking.end(),
              [&](size_t a, size_t b) { return completed[a].sent < completed[b].sent; });
  }
}

Builtin late_sender_metric(Order order) {
  switch (order) {
    case Order::right:
      return Builtin::mpi_latesender;
    case Order::wrong_same_source:
      return Builtin::mpi_lswo_same;
    case Order::wrong_different_source:
      return Builtin::mpi_lswo_different;
  }
  return Builtin::mpi_latesender;
}

void count_reversed_messages(const CondensedLocation& location, const std::vector<Counterpart>& sends,
                             trace::AnomalyCounts& counts) {
  for (size_t i = 0; i < location.receives.size(); ++i) {
    const CallIndex completion = location.receives[i].completion;
    if (!sends[i].known() || completion == kNoCall) continue;
    if (location.calls[completion].leave < sends[i].enter) counts.count(trace::Anomaly::receive_before_send);
  }
}

}  // namespace

WaitStates find_message_waits(const LocalTrace& trace, const MessageMatches& matches,
                              AnomalyReport& anomalies) {
  std::vector<std::vector<Order>> orders;
  for (const CondensedLocation& location : trace.locations)
    orders.emplace_back(location.receives.size(), Order::right);
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    find_wrong_order(trace, trace::LocationGroupId(trace.own_processes.begin + p), matches, orders);
  });

  WaitStates waits(trace.locations.size());
  std::vector<trace::AnomalyCounts> counts(trace.locations.size());
  parallel_for(trace.locations.size(), [&](size_t l) {
    const CondensedLocation& location = trace.locations[l];
    const std::vector<Candidate> sender = late_senders(trace, location, matches.of_receives[l]);
    const std::vector<Candidate> receiver = late_receivers(trace, location, matches.of_sends[l]);
    for (CallIndex call = 0; call < location.calls.size(); ++call) {
      if (const Candidate& late = sender[call]; late.amount > Ticks()) {
        const Builtin metric = late_sender_metric(orders[l][late.message]);
        waits[l].push_back({metric, call, late.amount, late.end, late.cause, late.message});
      } else if (const Candidate& late = receiver[call]; late.amount > Ticks()) {
        waits[l].push_back(
            {Builtin::mpi_latereceiver, call, late.amount, late.end, late.cause, late.message});
      }
    }
    count_reversed_messages(location, matches.of_receives[l], counts[l]);
  });
  for (const trace::AnomalyCounts& each : counts) anomalies.counts += each;
  return waits;
}

}  // namespace latecomer::analyze
