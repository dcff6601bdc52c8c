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
// been sent before the one it waited for. So every process goes through its calls from the last one to the
// first, and keeps of the messages seen so far those that can still be the next one with an earlier send:
//
//     received, in order:         a     b     c     d
//     sent at                     1     4     2     5
//     kept when b is looked at:               2           d is behind c and was sent after it
//
// so b's wait is one in wrong order, because of c; mostly one message or two are kept.
//
// The other end of every message stands with another process. Processes therefore go on together, each by the
// same share of its messages: what they look at then mostly is the same part of the run, and in the caches.
//
// What another order could have saved is in avoidable_by_order.cc.
//
// Cost: O(messages).

#include "analyze/waits/find_message_waits.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// Is a call that waits for a message: by receiving it or by looking for it.
struct Awaiting {
  uint32_t location;  ///< Is a position in CondensedTrace::locations.
  CallIndex call;
  uint32_t receiver;  ///< Is the position of the location that has the message in its receives.
  uint32_t receive;
  bool probes;
};

/// Holds the longest wait in each call of one location for one of several messages.
class LongestWaits {
 public:
  /// Considers a wait in a call, if it is one. Calls mostly come in their order, the last one first.
  void consider(CallIndex index, const Call& call, Ticks until, trace::LocationId cause, Builtin metric,
                Content content) {
    const Ticks end = std::min(until, call.leave);
    const Ticks amount = end - call.enter;
    if (amount <= Ticks()) return;
    if (!list_.empty() && list_.back().call == index) {
      if (stays(list_.back(), amount, cause)) return;
      list_.pop_back();
    }
    if (list_.empty()) list_.reserve(kFew);
    in_order_ = in_order_ && (list_.empty() || list_.back().call > index);
    WaitState& wait = list_.emplace_back();
    wait.metric = metric;
    wait.call = index;
    wait.amount = amount;
    wait.end = end;
    wait.cause = cause;
    wait.content = content;
  }

  /// Returns whether there is a wait in a call. It is called from the last call to the first; what it has
  /// gone past, it may not find again.
  bool has(CallIndex call) {
    while (next_ < list_.size() && list_[next_].call > call) ++next_;
    return next_ < list_.size() && list_[next_].call == call;
  }

  LargeVector<WaitState> take() {
    std::ranges::reverse(list_);
    if (in_order_) return std::move(list_);
    std::ranges::stable_sort(list_, {}, &WaitState::call);
    LargeVector<WaitState> longest;
    for (const WaitState& each : list_) {
      if (longest.empty() || longest.back().call != each.call)
        longest.push_back(each);
      else if (stays(each, longest.back().amount, longest.back().cause))
        longest.back() = each;
    }
    return longest;
  }

 private:
  /// Returns whether the later in the order of messages counts: the longest; among equals, the highest cause.
  static bool stays(const WaitState& before, Ticks amount, trace::LocationId cause) {
    return before.amount > amount || (before.amount == amount && !(before.cause < cause));
  }

  static constexpr size_t kFew = 8;  ///< Is how many waits there are for which it does not have to grow.

  LargeVector<WaitState> list_;
  bool in_order_ = true;
  size_t next_ = 0;  ///< Is what `has` looks at next in the list.
};

Content content_of(const CondensedLocation& location, const Message& message) {
  const bool empty = message.envelope == kNoEnvelope || location.envelope_of(message).bytes == 0;
  return empty ? Content::empty_message : Content::message;
}

/// Lists what receives of one process wait for, and the probes of their messages, by the end of the call.
class AwaitedMessages {
 public:
  AwaitedMessages(const CondensedTrace& trace, trace::LocationGroupId process) : trace_(trace) {
    const std::span<const CondensedLocation> threads = trace.threads_of(process);
    only_ = static_cast<uint32_t>(trace.local(threads.front().id));
    size_ = threads.front().receives.size();
    as_they_are_ = threads.size() == 1 && are_in_order(threads.front());
    if (as_they_are_) return;
    for (const CondensedLocation& location : threads) add_all(location);
    size_ = list_.size();
    std::stable_sort(list_.begin(), list_.end(), [&](const Awaiting& a, const Awaiting& b) {
      return std::tuple(leave_of(a), a.location, a.call) < std::tuple(leave_of(b), b.location, b.call);
    });
  }

  size_t size() const { return size_; }
  /// Returns one without a call, where no call completed the receive.
  Awaiting operator[](size_t i) const {
    if (!as_they_are_) return list_[i];
    const CondensedLocation& location = trace_.locations[only_];
    return {only_, location.receives[i].completion, only_, static_cast<uint32_t>(i), false};
  }

 private:
  /// Returns whether a location's receives only wait where they are completed, and in the order of the list.
  static bool are_in_order(const CondensedLocation& location) {
    if (!location.details.empty()) return false;
    CallIndex last = kNoCall;
    for (const Message& receive : location.receives) {
      const CallIndex completion = receive.completion;
      if (completion == last || completion == kNoCall) continue;
      if (last != kNoCall && completion < last) return false;
      if (last != kNoCall && !location.calls.follow_each_other() &&
          location.leave_of(completion) < location.leave_of(last))
        return false;
      last = completion;
    }
    return true;
  }

  void add_all(const CondensedLocation& location) {
    const uint32_t l = static_cast<uint32_t>(trace_.local(location.id));
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const Message& receive = location.receives[i];
      const MessageDetail* const detail = location.find_detail(receive);
      if (detail && detail->probe.location.valid()) add(detail->probe, l, i, true);
      if (const CallIndex completion = receive.completion; completion != kNoCall)
        add({location.id, completion}, l, i, false);
      else if (detail && detail->completed_elsewhere.location.valid())
        add(detail->completed_elsewhere, l, i, false);
    }
  }

  void add(CallRef where, uint32_t receiver, uint32_t receive, bool probes) {
    list_.push_back(
        {static_cast<uint32_t>(trace_.local(where.location)), where.call, receiver, receive, probes});
  }

  Ticks leave_of(const Awaiting& each) const { return trace_.locations[each.location].leave_of(each.call); }

  const CondensedTrace& trace_;
  size_t size_ = 0;
  uint32_t only_ = 0;  ///< Is the location whose receives are the order, if these are as they are.
  bool as_they_are_ = false;
  std::vector<Awaiting> list_;
};

/// Holds the messages of a process that can be the next one after any before them that had been sent earlier.
class EarlierMessages {
 public:
  struct Sent {
    Ticks time;
    trace::LocationId sender;
    CallRef received = {};  ///< Is the call that received the message.
  };

  /// Returns the next message sent before `time`, if any.
  const Sent* next_before(Ticks time) const {
    const auto later =
        std::partition_point(kept_.begin(), kept_.end(), [&](const Sent& each) { return each.time < time; });
    return later == kept_.begin() ? nullptr : &*std::prev(later);
  }
  /// Adds a message, which is the next one from here on.
  void add(const Sent& message) {
    while (!kept_.empty() && kept_.back().time >= message.time) kept_.pop_back();
    kept_.push_back(message);
  }

 private:
  std::vector<Sent> kept_;  ///< Holds messages by growing time, the next one last.
};

/// Returns whether a call that completed a send waited for its receiver.
bool waits_for_receiver(const CondensedTrace& trace, const CondensedLocation& location, CallIndex index,
                        const MatchedReceive& receive) {
  const Call call = location.call(index);
  if (receive.enter <= call.enter || !trace.can_wait(location, index)) return false;
  const CallKind kind = trace.class_of(call).kind;
  if (kind == CallKind::buffered_send || kind == CallKind::sendrecv) return false;
  // Otherwise it was buffered.
  return kind == CallKind::synchronous_send ? receive.enter <= call.leave : receive.enter < call.leave;
}

/// Returns waits by call; a late sender counts before a late receiver.
LargeVector<WaitState> chosen(const LargeVector<WaitState>& senders,
                              const LargeVector<WaitState>& receivers) {
  LargeVector<WaitState> waits;
  waits.reserve(senders.size() + receivers.size());
  const auto by_call = [](const WaitState& a, const WaitState& b) { return a.call < b.call; };
  std::set_union(senders.begin(), senders.end(), receivers.begin(), receivers.end(),
                 std::back_inserter(waits), by_call);  // takes those of senders among equals
  waits.shrink_to_fit();
  return waits;
}

/// Is one process on the way from its last message to its first.
class ProcessWaits {
 public:
  ProcessWaits(const CondensedTrace& trace, const MessageMatches& matches, trace::LocationGroupId process)
      : trace_(trace),
        matches_(matches),
        threads_(trace.threads_of(process)),
        first_(trace.local(threads_.front().id)),
        awaited_(trace, process),
        receives_left_(awaited_.size()),
        longest_(threads_.size()) {
    for (size_t t = 0; t < threads_.size(); ++t) {
      const CondensedLocation& location = threads_[t];
      for (size_t i = location.sends_of_others.size(); i-- > 0;) {
        const CompletedForOther& each = location.sends_of_others[i];
        const CondensedLocation& owner = trace[each.location];
        consider_receiver(t, each.call, owner, each.operation,
                          matches.receive_of(trace, trace.local(owner.id), each.operation));
      }
    }
  }

  size_t messages() const {
    size_t sends = 0;
    for (const CondensedLocation& location : threads_) sends += location.sends.size();
    return awaited_.size() + sends;
  }

  /// Goes on to where `left` of so many shares of its messages are left.
  void go_on(size_t left, size_t shares) {
    const size_t receives_left = awaited_.size() * left / shares;
    look_up_senders(receives_left);
    while (receives_left_ > receives_left) look_for_senders_of_call();
    for (size_t t = 0; t < threads_.size(); ++t) {
      const size_t sends = threads_[t].sends.size();
      look_for_receivers(t, {sends * left / shares, sends * (left + 1) / shares});
    }
  }

  /// Takes the waits, when it has gone through all messages.
  void take(MessageWaits& found) {
    for (size_t t = 0; t < threads_.size(); ++t) {
      found.waits[first_ + t] = chosen(longest_[t].for_senders.take(), longest_[t].for_receivers.take());
      found.in_wrong_order[first_ + t] = std::move(longest_[t].in_wrong_order);
    }
  }

 private:
  struct Longest {
    LongestWaits for_senders;
    LongestWaits for_receivers;
    std::vector<CallInWrongOrder> in_wrong_order;
  };
  using Sent = EarlierMessages::Sent;
  struct Receiver {
    uint32_t send;
    MatchedReceive receive;
  };

  /// Looks up the senders of the awaited messages from `first` on to the ones that are done. It looks up all
  /// of a share first, and only then what they mean: looking up one does not depend on another, so the
  /// processor does many at a time.
  void look_up_senders(size_t first) {
    senders_.clear();
    senders_.reserve(receives_left_ - first);
    first_sender_ = first;
    for (size_t i = first; i < receives_left_; ++i) senders_.push_back(look_up_sender(i));
  }

  /// Returns nobody, if it is not known or no call completed the receive.
  Sent look_up_sender(size_t i) const {
    const Awaiting each = awaited_[i];
    if (each.call == kNoCall) return {};
    const MatchedSend send = matches_.send_of(trace_, each.receiver, each.receive);
    return {send.ready, send.ready_on};
  }

  /// Returns a sender; a call can have messages that are of the next share.
  Sent sender_of(size_t i) const {
    return i < first_sender_ ? look_up_sender(i) : senders_[i - first_sender_];
  }

  /// Looks at all messages of the last call that is left, and at receives between them that no call
  /// completed.
  void look_for_senders_of_call() {
    const size_t end = receives_left_--;
    const Awaiting last = awaited_[end - 1];
    if (last.call == kNoCall) return;
    const auto is_not_before = [&](const Awaiting& each) {
      return each.call == kNoCall || (each.call == last.call && each.location == last.location);
    };
    while (receives_left_ > 0 && is_not_before(awaited_[receives_left_ - 1])) --receives_left_;
    const CondensedLocation& location = trace_.locations[last.location];
    const Call call = location.call(last.call);
    const bool waits = trace_.can_wait(location, last.call);
    for (size_t i = end; waits && i-- > receives_left_;) {
      const Sent send = sender_of(i);
      if (send.sender.valid() && send.time > call.enter) add_late_sender(awaited_[i], call, send);
    }
    for (size_t i = end; i-- > receives_left_;) {
      const Sent send = sender_of(i);
      if (send.sender.valid()) later_.add({send.time, send.sender, {location.id, last.call}});
    }
  }

  void add_late_sender(const Awaiting& awaiting, const Call& call, const Sent& send) {
    const CondensedLocation& receiver = trace_.locations[awaiting.receiver];
    const Message& receive = receiver.receives[awaiting.receive];
    Longest& longest = longest_[awaiting.location - first_];
    const Sent* const earlier = later_.next_before(send.time);
    if (earlier != nullptr)
      add_in_wrong_order({awaiting.call, send.time, earlier->received}, longest.in_wrong_order);
    longest.for_senders.consider(awaiting.call, call, send.time, send.sender,
                                 metric_of(awaiting, receiver, receive, send, earlier),
                                 awaiting.probes ? Content::none : content_of(receiver, receive));
  }

  /// Of several messages of one call, the one that was sent last is waited for.
  static void add_in_wrong_order(const CallInWrongOrder& call, std::vector<CallInWrongOrder>& calls) {
    if (calls.empty() || calls.back().call != call.call)
      calls.push_back(call);
    else if (calls.back().sent < call.sent)
      calls.back() = call;
  }

  Builtin metric_of(const Awaiting& awaiting, const CondensedLocation& receiver, const Message& receive,
                    const Sent& send, const Sent* earlier) const {
    if (earlier != nullptr) {
      const bool same_source = trace_.process_of(earlier->sender) == trace_.process_of(send.sender);
      return same_source ? Builtin::mpi_lswo_same : Builtin::mpi_lswo_different;
    }
    if (awaiting.probes) return Builtin::mpi_latesender_probe;
    const MessageDetail* const detail = receiver.find_detail(receive);
    const bool partitioned = detail && detail->channel != 0;
    return partitioned ? Builtin::mpi_latesender_partitioned : Builtin::mpi_latesender;
  }

  /// Looks at sends of the thread `t`, the last one first, but not in calls whose late sender is known.
  void look_for_receivers(size_t t, Range sends) {
    const CondensedLocation& location = threads_[t];
    receivers_.clear();
    receivers_.reserve(sends.size());
    for (size_t i = sends.end; i-- > sends.begin;) {
      const CallIndex completion = location.sends[i].completion;
      if (completion == kNoCall || longest_[t].for_senders.has(completion)) continue;
      receivers_.push_back({static_cast<uint32_t>(i), matches_.receive_of(trace_, first_ + t, i)});
    }
    for (const Receiver& each : receivers_)
      consider_receiver(t, location.sends[each.send].completion, location, each.send, each.receive);
  }

  /// Considers the receiver of the send of `owner` that a call of the thread `t` completed.
  void consider_receiver(size_t t, CallIndex index, const CondensedLocation& owner, uint32_t send,
                         const MatchedReceive& receive) {
    if (!receive.owner.valid()) return;
    if (!waits_for_receiver(trace_, threads_[t], index, receive)) return;
    longest_[t].for_receivers.consider(index, threads_[t].call(index), receive.enter, receive.owner,
                                       Builtin::mpi_latereceiver, content_of(owner, owner.sends[send]));
  }

  const CondensedTrace& trace_;
  const MessageMatches& matches_;
  std::span<const CondensedLocation> threads_;
  size_t first_;  ///< Is the position of the first thread in CondensedTrace::locations.
  AwaitedMessages awaited_;
  size_t receives_left_;
  std::vector<Longest> longest_;     ///< Holds the longest waits of each thread.
  EarlierMessages later_;            ///< Holds those that were received later.
  size_t first_sender_ = 0;          ///< Is the message that `senders_` begins with.
  std::vector<Sent> senders_;        ///< Are those of a share.
  std::vector<Receiver> receivers_;  ///< Are those of a share's sends of one thread.
};

/// Returns how many neighbouring processes go on together; few enough that all threads have some.
size_t group_size(size_t processes) {
  constexpr size_t kMost = 8;
  const size_t threads = static_cast<size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  return std::clamp<size_t>(processes / (4 * threads), 1, kMost);
}

/// Finds the waits of neighbouring processes.
void find_waits_of(std::span<ProcessWaits> processes, MessageWaits& found) {
  constexpr size_t kShare = 1024;  // counts messages of a process, on average: far less than what caches hold
  size_t messages = 0;
  for (const ProcessWaits& process : processes) messages += process.messages();
  const size_t shares = messages / (kShare * processes.size()) + 1;
  for (size_t left = shares; left-- > 0;) {
    for (ProcessWaits& process : processes) process.go_on(left, shares);
  }
  for (ProcessWaits& process : processes) process.take(found);
}

}  // namespace

MessageWaits find_message_waits(const CondensedTrace& trace, const MessageMatches& matches) {
  MessageWaits found{WaitStates(trace.locations.size()), CallsInWrongOrder(trace.locations.size())};
  const size_t processes = trace.own_processes.size();
  const size_t in_group = group_size(processes);
  parallel_for((processes + in_group - 1) / in_group, [&](size_t group) {
    std::vector<ProcessWaits> of_group;
    for (size_t p = group * in_group; p < std::min((group + 1) * in_group, processes); ++p) {
      const trace::LocationGroupId process(trace.own_processes.begin + p);
      if (!trace.threads_of(process).empty()) of_group.emplace_back(trace, matches, process);
    }
    if (!of_group.empty()) find_waits_of(of_group, found);
  });
  return found;
}

}  // namespace latecomer::analyze
