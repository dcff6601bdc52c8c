// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// How long after its causes an effect comes at the earliest.
//
// The problem: a call that completes something can end no sooner than its own work takes, nor sooner than
// what it needs has come from each cause. Of what is recorded only the last of these can be read.
//
//     cause    ....... x                       the call waited: the lag is known, its own time is not
//     call       | ~~~~~~~~ lag |
//
//     cause    x                               it did not wait: its own time is known, the lag is not
//     call       | own          |
//
// The idea: what is known is taken as recorded, so that an unchanged replay has the recorded times, to the
// tick. What is not known is taken from calls of which it is: the lag of a message is what the faster ones of
// about its size between such processes took whose receivers waited, and no longer than the time there was.
//
// A call that completes several messages mostly has all their events at its end, when the last one has come.
// So a cause goes with the first event of its call that is not before it.
//
// A message of at least the size from which on senders waited for their receivers, between such processes, is
// transferred only when both are there, so that both ends have two causes, and the time from the later one on
// is known for each:
//
//     send      | ~~~~~~~~~~~ | transfer |
//     receive                 | transfer |
//
// What threads and windows hand over is a cause between two points: it moves with the time that its location
// takes up to there.
//
// Cost: O(dependences).

#include "analyze/replay/replay_conditions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <tuple>

#include "analyze/clocks/check_clocks.h"
#include "analyze/replay/known_lengths.h"
#include "base/concatenate.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Says between what processes a message goes.
struct PairClass {
  bool same_process = false;
  bool same_node = false;
  auto operator<=>(const PairClass&) const = default;

  size_t number() const { return same_process ? 0 : same_node ? 1 : 2; }
};
constexpr size_t kPairClasses = 3;

PairClass pair_class(const CondensedTrace& trace, LocationId from, LocationId to) {
  return {trace.process_of(from) == trace.process_of(to),
          node_of(trace.definitions, from) == node_of(trace.definitions, to)};
}

uint64_t bytes_of(const CondensedLocation& location, const Message& message) {
  return message.envelope == kNoEnvelope ? 0 : location.envelope_of(message).bytes;
}

/// Knows from which size on messages are synchronous, per class of pairs.
class Synchronous {
 public:
  Synchronous(const Dependences& dependences, Comm& comm) {
    const CondensedTrace& trace = dependences.trace();
    for (size_t l = 0; l < trace.locations.size(); ++l)
      dependences.for_each_received_send(
          l, [&](const Dependence& each, uint32_t send) { learn(trace, l, each, send); });
    comm.max(below_);
  }

  bool has_any() const {
    return std::ranges::any_of(below_, [](int64_t size) { return size != INT64_MIN; });
  }
  bool holds(PairClass of, uint64_t bytes) const {
    return below_[of.number()] != INT64_MIN && -static_cast<int64_t>(bytes) <= below_[of.number()];
  }

 private:
  /// Learns from sends that waited for their receives, but from none that do so whatever their size.
  void learn(const CondensedTrace& trace, size_t l, const Dependence& each, uint32_t send) {
    const CondensedLocation& location = trace.locations[l];
    const CallIndex call = each.call.call;
    const CallKind kind = trace.class_of(location.path_of(call)).kind;
    const bool may_wait = kind == CallKind::ordinary && trace.can_wait(location, call);
    if (!may_wait || each.caused <= location.enter_of(call) || each.caused >= each.effected) return;
    const uint64_t bytes = bytes_of(location, location.sends[send]);
    int64_t& below = below_[pair_class(trace, location.id, each.caused_by).number()];
    below = std::max(below, -static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX)));
  }

  /// Holds the smallest sizes, negative, because Comm knows the largest.
  std::array<int64_t, kPairClasses> below_ = {INT64_MIN, INT64_MIN, INT64_MIN};
};

/// Is a cause with the event of its call that it goes with.
struct Link {
  Dependence dependence;
  DependenceEnd effect;
  Ticks lag;                 ///< Is the time from the cause, or from the later of two, to the event.
  bool is_last = true;       ///< Says that no other cause of the event came later.
  bool awaited = false;      ///< Says that it came last, after the call's enter and the event before.
  bool is_transfer = false;  ///< Says that the lag is that of a message when both ends were there.
  Ticks further;             ///< Is how long it takes from a point to the cause behind it.
  uint64_t bytes = 0;        ///< Is those of a message.
};

/// Is what is known of one location.
class LocationLinks {
 public:
  LocationLinks(const Dependences& dependences, const HandOvers& windows, const Synchronous& synchronous,
                const std::vector<ChangedTime>& changed, size_t l)
      : trace_(dependences.trace()),
        synchronous_(synchronous),
        changed_(changed),
        location_(trace_.locations[l]) {
    dependences.for_each_condition(l, [&](const Dependence& each) { add(each); });
    if (synchronous.has_any())
      dependences.for_each_received_send(
          l, [&](const Dependence& each, uint32_t send) { add_transfer_of_send(each, send); });
    const Dependences::Visit add_handed = [&](const Dependence& each) { add_hand_over(each); };
    dependences.for_each_hand_over(dependences.thread_hand_overs(), l, add_handed);
    dependences.for_each_hand_over(windows, l, add_handed);
    std::ranges::stable_sort(effects_, {}, [](const Effect& each) {
      return std::tuple(each.dependence.call.location, each.dependence.call.call, each.dependence.effected);
    });
    for (size_t begin = 0, end = 0; begin < effects_.size(); begin = end) {
      while (end < effects_.size() && is_same_call(effects_[begin], effects_[end])) ++end;
      link(begin, end);
    }
  }

  std::vector<Condition> meetings;  ///< Has what leads to meetings.
  std::vector<Link> links;

 private:
  struct Effect {
    Dependence dependence;
    Ticks from;  ///< Is from when on the lag counts.
    bool is_transfer = false;
    Ticks further = {};
    uint64_t bytes = 0;
  };

  void add(const Dependence& each) {
    if (each.effect.is_meeting()) return meetings.push_back({each.cause, each.effect, Ticks(), false});
    const bool is_local = !each.cause.is_meeting() && each.cause.location == each.effect.location;
    if (each.contradicted || is_local || each.caused > each.effected) return;
    if (each.kind == DependenceKind::message) return add_message(each);
    effects_.push_back({each, each.caused});
  }

  /// Adds a message to its receive: of a synchronous one, the receive's start is a cause as well.
  void add_message(const Dependence& each) {
    const CondensedLocation& receiver = trace_[LocationId(each.effect.location)];
    const Message& receive = receiver.receives[each.effect.operation];
    const uint64_t bytes = bytes_of(receiver, receive);
    const Ticks start = receiver.enter_of(receive.start);
    const bool is_transfer =
        start <= each.effected && synchronous_.holds(pair_class(trace_, each.caused_by, receiver.id), bytes);
    const Ticks from = is_transfer ? std::max(each.caused, start) : each.caused;
    effects_.push_back({each, from, is_transfer, {}, bytes});
    if (!is_transfer) return;
    Dependence own = each;
    own.cause = {DependenceEnd::Kind::receive_start, each.effect.location, each.effect.operation};
    own.caused = start;
    effects_.push_back({own, from, true, {}, bytes});
  }

  void add_transfer_of_send(const Dependence& each, uint32_t send) {
    const Message& message = location_.sends[send];
    const Ticks sent = location_.event_times.sent(send);
    const uint64_t bytes = bytes_of(location_, message);
    const bool is_synchronous = synchronous_.holds(pair_class(trace_, location_.id, each.caused_by), bytes);
    if (!is_synchronous || sent == Ticks::min() || each.caused > each.effected || sent > each.effected)
      return;
    if (each.cause.location == each.effect.location) return;
    const Ticks from = std::max(sent, each.caused);
    effects_.push_back({each, from, true, {}, bytes});
    Dependence own = each;
    own.cause = {DependenceEnd::Kind::send, location_.id.value, send};
    own.caused = sent;
    effects_.push_back({own, from, true, {}, bytes});
  }

  /// Adds what was handed over: from the last point before, in a location that is on this rank, or by a call.
  void add_hand_over(const Dependence& each) {
    using Kind = DependenceEnd::Kind;
    if (each.caused > each.effected || each.cause.location == each.effect.location) return;
    if (each.call.call == kNoCall) return;
    Dependence handed = each;
    handed.effect = {Kind::call_leave, each.effect.location, each.call.call};
    handed.effected = location_.leave_of(each.call.call);
    Ticks further;
    if (each.cause.kind == Kind::release) {
      const size_t from = trace_.local(each.caused_by);
      const CondensedLocation& releaser = trace_.locations[from];
      const std::optional<std::pair<DependenceEnd, Ticks>> point = last_call_point(releaser, each.caused);
      if (!point) return;
      handed.cause = point->first;
      further = changed_[from].between(point->second, each.caused);
    } else if (each.cause.kind != Kind::call_enter) {
      return;  // whether a call's enter or its leave unlocked is known to its rank only
    }
    effects_.push_back({handed, each.caused, false, further});
  }

  /// Returns the last enter or leave of a call that is not after `time`, and when it was; nothing if all are,
  /// or where calls are within others.
  static std::optional<std::pair<DependenceEnd, Ticks>> last_call_point(const CondensedLocation& location,
                                                                        Ticks time) {
    using Kind = DependenceEnd::Kind;
    if (!location.calls.follow_each_other()) return std::nullopt;
    const size_t calls = location.calls.size();
    const size_t next =
        search_near(calls, time, [&](size_t i) { return location.enter_of(static_cast<CallIndex>(i)); });
    if (next == 0) return std::nullopt;
    const CallIndex call = static_cast<CallIndex>(next - 1);
    const bool is_left = location.leave_of(call) <= time;
    return std::pair(DependenceEnd{is_left ? Kind::call_leave : Kind::call_enter, location.id.value, call},
                     is_left ? location.leave_of(call) : location.enter_of(call));
  }

  static bool is_same_call(const Effect& a, const Effect& b) {
    const CallRef& first = a.dependence.call;
    const CallRef& second = b.dependence.call;
    return &a == &b || (first.location.valid() && first.call != kNoCall &&
                        first.location == second.location && first.call == second.call);
  }

  /// Links the causes of the effects [begin, end) of one call.
  void link(size_t begin, size_t end) {
    const CallRef call = effects_[begin].dependence.call;
    const bool in_call = call.location.valid() && call.call != kNoCall;
    for (size_t i = begin; i < end; ++i) {
      const Effect& each = effects_[i];
      size_t first = begin;
      while (effects_[first].dependence.effected < each.from) ++first;
      const Dependence& with = effects_[first].dependence;
      Ticks before = in_call ? trace_.enter_of(call) : Ticks::min();
      if (first > begin) before = std::max(before, effects_[first - 1].dependence.effected);
      links.push_back({each.dependence, with.effect, with.effected - each.from, true, each.from > before,
                       each.is_transfer, each.further, each.bytes});
    }
    find_last(links.size() - (end - begin));
  }

  /// Of several causes of one event, only the last can have been awaited; `first` is the call's first link.
  void find_last(size_t first) {
    if (links.size() - first == 1) return;
    std::map<DependenceEnd, Ticks> shortest;
    for (size_t i = first; i < links.size(); ++i) {
      const auto [lag, is_new] = shortest.try_emplace(links[i].effect, links[i].lag);
      lag->second = std::min(lag->second, links[i].lag);
    }
    for (size_t i = first; i < links.size(); ++i) {
      links[i].is_last = links[i].lag == shortest.at(links[i].effect);
      links[i].awaited = links[i].awaited && links[i].is_last;
    }
  }

  const CondensedTrace& trace_;
  const Synchronous& synchronous_;
  const std::vector<ChangedTime>& changed_;
  const CondensedLocation& location_;
  std::vector<Effect> effects_;
};

/// Knows how long messages took whose receivers waited, by the pair and the size.
class MessageLags {
 public:
  explicit MessageLags(const CondensedTrace& trace) : trace_(trace) {}

  void learn(const std::vector<Link>& links) {
    for (const Link& link : links) {
      const bool is_known = link.awaited || (link.is_transfer && link.is_last);
      if (is_known && is_message(link)) lags_.learn(class_of(link), link.lag);
    }
  }
  /// Puts together what all ranks have learned. Where a rank has no core, its messages take longer: so the
  /// faster ones say what others would take.
  void settle(Comm& comm) {
    constexpr double kFaster = 0.1;
    lags_.settle(comm, kFaster);
  }
  void learn(const MessageLags& other) { lags_.learn(other.lags_); }

  /// Returns the lag of a cause for which nobody waited: that of messages of about its size.
  Ticks of(const Link& link) const {
    if (!is_message(link)) return Ticks();
    const MessageClass wanted = class_of(link);
    const std::map<MessageClass, Ticks>& lags = lags_.lengths();
    const auto is_alike = [&](const auto& known) {
      return known->first.is_transfer == wanted.is_transfer && known->first.pair == wanted.pair;
    };
    auto found = lags.lower_bound(wanted);
    if ((found == lags.end() || !is_alike(found)) && found != lags.begin()) --found;
    if (found == lags.end() || !is_alike(found)) return Ticks();
    return std::min(found->second, link.lag);
  }

 private:
  struct MessageClass {
    bool is_transfer = false;
    PairClass pair;
    uint32_t size = 0;  ///< Is that of its bytes as a power of two.
    auto operator<=>(const MessageClass&) const = default;
  };

  static bool is_message(const Link& link) {
    const DependenceKind kind = link.dependence.kind;
    return link.is_transfer || kind == DependenceKind::message || kind == DependenceKind::probe ||
           kind == DependenceKind::partition;
  }
  MessageClass class_of(const Link& link) const {
    const Dependence& each = link.dependence;
    return {link.is_transfer, pair_class(trace_, each.caused_by, LocationId(each.effect.location)),
            static_cast<uint32_t>(std::bit_width(link.bytes))};
  }

  const CondensedTrace& trace_;
  KnownLengths<MessageClass> lags_;
};

/// Returns whether the lag is known: where it was awaited; of a message of which both ends were there, if its
/// call waited for nothing else; and of what holds all members, which ends as long after the last of them,
/// whoever is the last.
bool is_known(const Link& link) {
  const DependenceKind kind = link.dependence.kind;
  const bool holds_all = kind == DependenceKind::all_to_all || kind == DependenceKind::team_barrier;
  return link.awaited || holds_all || (link.is_transfer && link.is_last);
}

bool is_collective(const Link& link) {
  const DependenceKind kind = link.dependence.kind;
  return kind >= DependenceKind::all_to_all && kind <= DependenceKind::neighbourhood;
}

}  // namespace

std::vector<Condition> replay_conditions(const Dependences& dependences, const HandOvers& windows,
                                         const std::vector<ChangedTime>& changed, const NetworkChange& change,
                                         Comm& comm) {
  const CondensedTrace& trace = dependences.trace();
  const Synchronous synchronous(dependences, comm);
  // Links take more memory than anything else of a replay, so they are made twice.
  std::vector<MessageLags> of_locations(trace.locations.size(), MessageLags(trace));
  parallel_for(trace.locations.size(), [&](size_t l) {
    of_locations[l].learn(LocationLinks(dependences, windows, synchronous, changed, l).links);
  });
  MessageLags lags(trace);
  for (const MessageLags& each : of_locations) lags.learn(each);
  lags.settle(comm);
  std::vector<std::vector<Condition>> conditions(trace.locations.size());
  parallel_for(trace.locations.size(), [&](size_t l) {
    LocationLinks of_location(dependences, windows, synchronous, changed, l);
    conditions[l] = std::move(of_location.meetings);
    conditions[l].reserve(conditions[l].size() + of_location.links.size());
    for (const Link& link : of_location.links) {
      Ticks lag = is_known(link) ? link.lag : lags.of(link);
      if (is_collective(link)) lag = scale_by(change.collectives, lag);
      if (change.is_instant) lag = Ticks();
      conditions[l].push_back({link.dependence.cause, link.effect, lag + link.further, link.awaited});
    }
  });
  return concatenate(std::span(conditions));
}

}  // namespace latecomer::analyze
