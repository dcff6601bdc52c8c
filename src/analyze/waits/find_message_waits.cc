// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Waits for messages.
//
//     rank 0:  work work work | Send |                Late Sender: until the sender's enter
//     rank 1:  | Recv ~~~~~~~~~~~~~~~ |
//
//     rank 0:  work work work | Send |                the same in the first probe of the message
//     rank 1:  | Probe ~~~~~~~~~~~~~~ | Recv |
//
//     rank 0:  | Ssend ~~~~~~~~~~~~~~ |               Late Receiver: until the receive is started
//     rank 1:  work work work | Recv |
//
// With the matches at hand each is a difference of two times. A call that completes several messages waits
// once: for the latest sender; only if no sender was late, for the latest receiver. A partitioned message is
// sent when its last partition is ready.
//
// Wrong order: a Late Sender that need not have been, because a message that the process received later had
// been sent before the one it waited for. For every call that waits for messages, in the order of their ends,
// the next one with an earlier send is found with a stack of those that still look for theirs.
//
// Cost: O(messages).

#include "analyze/waits/find_message_waits.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

enum class Order : uint8_t { right, wrong_same_source, wrong_different_source };

/// A message that a call of a process waits for: by receiving it or by looking for it.
struct Awaited {
  Ticks leave;  ///< of the call
  Ticks sent;
  uint32_t location;  ///< position in LocalTrace::locations
  CallIndex call;
  trace::LocationId sender;
  Builtin metric;  ///< of the wait, if the order is right
  Content content;
  Order order = Order::right;
};

/// The longest wait in each call of one location for one of several messages, by call.
class LongestWaits {
 public:
  /// Considers a wait in a call, if it is one. Calls mostly come in their order.
  void consider(CallIndex index, const Call& call, Ticks until, trace::LocationId cause, Builtin metric,
                Content content) {
    const Ticks end = std::min(until, call.leave);
    const Ticks amount = end - call.enter;
    if (amount <= Ticks()) return;
    const WaitState wait{metric, index, amount, end, cause, content};
    if (list_.empty() || list_.back().call != index) {
      in_order_ = in_order_ && (list_.empty() || list_.back().call < index);
      list_.push_back(wait);
    } else if (!stays(list_.back(), wait)) {
      list_.back() = wait;
    }
  }

  std::vector<WaitState> take() {
    if (in_order_) return std::move(list_);
    std::ranges::stable_sort(list_, {}, &WaitState::call);
    std::vector<WaitState> longest;
    for (const WaitState& each : list_) {
      if (longest.empty() || longest.back().call != each.call)
        longest.push_back(each);
      else if (!stays(longest.back(), each))
        longest.back() = each;
    }
    return longest;
  }

 private:
  /// Whether what was found before is not shorter; among equals, the highest cause counts.
  static bool stays(const WaitState& before, const WaitState& now) {
    return before.amount > now.amount || (before.amount == now.amount && now.cause < before.cause);
  }

  std::vector<WaitState> list_;
  bool in_order_ = true;
};

Content content_of(const CondensedLocation& location, const Message& message) {
  const bool empty =
      location.envelope_number(message) == kNoEnvelope || location.envelope_of(message).bytes == 0;
  return empty ? Content::empty_message : Content::message;
}

bool may_wait(CallKind kind) {
  return kind != CallKind::test;
}

/// What receives of one process wait for, and the probes of their messages.
class AwaitedMessages {
 public:
  AwaitedMessages(const LocalTrace& trace, const MessageMatches& matches)
      : trace_(trace), matches_(matches) {}

  /// By the end of the call that waits.
  std::vector<Awaited> of(trace::LocationGroupId process) {
    size_t receives = 0;
    for (const CondensedLocation& location : trace_.threads_of(process)) receives += location.receives.size();
    list_.reserve(receives);
    for (const CondensedLocation& location : trace_.threads_of(process)) add_all(location);
    const auto earlier = [](const Awaited& a, const Awaited& b) {
      return std::tie(a.leave, a.location, a.call) < std::tie(b.leave, b.location, b.call);
    };
    if (!std::is_sorted(list_.begin(), list_.end(), earlier))
      std::stable_sort(list_.begin(), list_.end(), earlier);
    return std::move(list_);
  }

 private:
  void add_all(const CondensedLocation& location) {
    const size_t l = trace_.local(location.id);
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const Message& receive = location.receives[i];
      const MatchedSend send = matches_.send_of(trace_, l, i);
      if (!send.owner.valid()) continue;
      const MessageDetail* const detail = location.find_detail(receive);
      if (detail && detail->probe.location.valid())
        add(detail->probe, send.ready, send.ready_on, Builtin::mpi_latesender_probe, Content::none);
      const bool partitioned = detail && detail->channel != 0;
      const Builtin metric = partitioned ? Builtin::mpi_latesender_partitioned : Builtin::mpi_latesender;
      if (receive.completion != kNoCall)
        add({location.id, receive.completion}, send.ready, send.ready_on, metric,
            content_of(location, receive));
      else if (detail && detail->completion.location.valid())
        add(detail->completion, send.ready, send.ready_on, metric, content_of(location, receive));
    }
  }

  void add(CallRef where, Ticks sent, trace::LocationId sender, Builtin metric, Content content) {
    const uint32_t l = static_cast<uint32_t>(trace_.local(where.location));
    list_.push_back(
        {trace_.locations[l].call(where.call).leave, sent, l, where.call, sender, metric, content});
  }

  const LocalTrace& trace_;
  const MessageMatches& matches_;
  std::vector<Awaited> list_;
};

/// For every awaited message of a process, whether one that was awaited in a later call had been sent before
/// it.
void find_wrong_order(const LocalTrace& trace, std::vector<Awaited>& awaited) {
  std::vector<size_t> looking;  // by growing time of sending
  for (size_t begin = 0, end = 0; begin < awaited.size(); begin = end) {
    const auto same_call = [&](const Awaited& a, const Awaited& b) {
      return a.location == b.location && a.call == b.call;
    };
    while (end < awaited.size() && same_call(awaited[begin], awaited[end])) ++end;
    for (size_t i = begin; i < end; ++i) {
      const Awaited& later = awaited[i];
      while (!looking.empty() && later.sent < awaited[looking.back()].sent) {
        Awaited& waited = awaited[looking.back()];
        const bool same_source = trace.process_of(waited.sender) == trace.process_of(later.sender);
        waited.order = same_source ? Order::wrong_same_source : Order::wrong_different_source;
        looking.pop_back();
      }
    }
    // Everything left in it was sent no later than any of these, so sorting them is enough to keep it sorted.
    const size_t left = looking.size();
    for (size_t i = begin; i < end; ++i) looking.push_back(i);
    if (looking.size() - left > 1)
      std::sort(looking.begin() + static_cast<ptrdiff_t>(left), looking.end(),
                [&](size_t a, size_t b) { return awaited[a].sent < awaited[b].sent; });
  }
}

Builtin metric_of(const Awaited& awaited) {
  switch (awaited.order) {
    case Order::right:
      return awaited.metric;
    case Order::wrong_same_source:
      return Builtin::mpi_lswo_same;
    case Order::wrong_different_source:
      return Builtin::mpi_lswo_different;
  }
  return awaited.metric;
}

/// The waits of a process's locations for senders. `late[0]` is of the location `first`.
void find_late_senders(const LocalTrace& trace, const std::vector<Awaited>& awaited, size_t first,
                       std::vector<LongestWaits>& late) {
  for (const Awaited& each : awaited) {
    const Call call = trace.locations[each.location].call(each.call);
    if (each.sent > call.enter && may_wait(trace.class_of(call).kind))
      late[each.location - first].consider(each.call, call, each.sent, each.sender, metric_of(each),
                                           each.content);
  }
}

/// The wait in a call, which completed `send`, for its receiver.
void consider_receiver(const LocalTrace& trace, const CondensedLocation& location, CallIndex index,
                       Content content, const MatchedReceive& receive, LongestWaits& late) {
  const Call call = location.call(index);
  if (receive.enter <= call.enter) return;
  const CallKind kind = trace.class_of(call).kind;
  if (!may_wait(kind) || kind == CallKind::buffered_send || kind == CallKind::sendrecv) return;
  const bool buffered =
      kind == CallKind::synchronous_send ? receive.enter > call.leave : receive.enter >= call.leave;
  if (buffered) return;  // the send did not wait for it
  late.consider(index, call, receive.enter, receive.owner, Builtin::mpi_latereceiver, content);
}

/// A location's waits for receivers.
std::vector<WaitState> late_receivers(const LocalTrace& trace, const CondensedLocation& location,
                                      const MessageMatches& matches) {
  LongestWaits late;
  for (uint32_t i = 0; i < location.sends.size(); ++i) {
    const Message& send = location.sends[i];
    const MatchedReceive receive = matches.receive_of(trace, trace.local(location.id), i);
    if (receive.owner.valid() && send.completion != kNoCall)
      consider_receiver(trace, location, send.completion, content_of(location, send), receive, late);
  }
  for (const CompletedForOther& each : location.sends_of_others) {
    const MatchedReceive receive = matches.receive_of(trace, trace.local(each.location), each.operation);
    const CondensedLocation& owner = trace[each.location];
    if (receive.owner.valid())
      consider_receiver(trace, location, each.call, content_of(owner, owner.sends[each.operation]), receive,
                        late);
  }
  return late.take();
}

/// By call; a late sender counts before a late receiver.
std::vector<WaitState> chosen(const std::vector<WaitState>& senders,
                              const std::vector<WaitState>& receivers) {
  std::vector<WaitState> waits;
  waits.reserve(senders.size() + receivers.size());
  const auto by_call = [](const WaitState& a, const WaitState& b) { return a.call < b.call; };
  std::set_union(senders.begin(), senders.end(), receivers.begin(), receivers.end(),
                 std::back_inserter(waits), by_call);  // of equals, it takes those of senders
  waits.shrink_to_fit();
  return waits;
}

}  // namespace

WaitStates find_message_waits(const LocalTrace& trace, const MessageMatches& matches) {
  WaitStates waits(trace.locations.size());
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const trace::LocationGroupId process(trace.own_processes.begin + p);
    const std::span<const CondensedLocation> threads = trace.threads_of(process);
    if (threads.empty()) return;
    const size_t first = trace.local(threads.front().id);
    std::vector<LongestWaits> late(threads.size());
    std::vector<Awaited> awaited = AwaitedMessages(trace, matches).of(process);
    find_wrong_order(trace, awaited);
    find_late_senders(trace, awaited, first, late);
    for (size_t t = 0; t < threads.size(); ++t)
      waits[first + t] = chosen(late[t].take(), late_receivers(trace, threads[t], matches));
  });
  return waits;
}

}  // namespace latecomer::analyze
