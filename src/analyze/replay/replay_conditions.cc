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
// about its size between such processes took whose receivers waited, that of a collective operation which
// does not hold all what the faster ones of its function took, and none is longer than the time there was.
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
// Cost: O(dependences).

#include "analyze/replay/replay_conditions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "analyze/replay/known_lengths.h"
#include "analyze/replay/message_protocols.h"
#include "base/concatenate.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Is effects that come about as long after their causes.
struct LagClass {
  uint32_t operation = 0;    ///< Is, of a collective operation, its region and one; 0: a message.
  bool is_transfer = false;  ///< Says that it is from when both ends of a message were there.
  PairClass pair = PairClass::same_process;
  uint32_t size = 0;  ///< Is that of a message's bytes as a power of two.
  auto operator<=>(const LagClass&) const = default;
};

/// Knows how long after their causes those came that were waited for.
using KnownLags = KnownLengths<LagClass>;

/// Returns the lag of a class of which nobody waited: of messages, that of those of about their size.
Ticks lag_of(const KnownLags& known, const LagClass& wanted) {
  const std::map<LagClass, Ticks>& lags = known.lengths();
  const auto is_alike = [&](const auto& each) {
    return each->first.operation == wanted.operation && each->first.is_transfer == wanted.is_transfer &&
           each->first.pair == wanted.pair;
  };
  auto found = lags.lower_bound(wanted);
  if ((found == lags.end() || !is_alike(found)) && found != lags.begin()) --found;
  return found == lags.end() || !is_alike(found) ? Ticks() : found->second;
}

/// Knows who created threads: by process and number, which of its holds that is.
class Creations {
 public:
  explicit Creations(const CondensedTrace& trace) {
    for (const CondensedLocation& location : trace.locations) {
      const std::vector<LockHold>& locks = location.threads.locks;
      for (uint32_t i = 0; i < locks.size(); ++i)
        if (locks[i].is_thread && locks[i].order == kCreated)
          creations_[{trace.process_of(location.id), locks[i].lock}] = {location.id, i};
    }
  }

  struct Creation {
    LocationId by;
    uint32_t hold;
  };
  /// Returns the creation of a thread that begins with a hold; nothing if it does not, or is not known.
  std::optional<Creation> of(trace::LocationGroupId process, const LockHold& begin) const {
    if (!begin.is_thread || begin.order != kBegun) return std::nullopt;
    const auto found = creations_.find({process, begin.lock});
    return found == creations_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::pair<trace::LocationGroupId, uint64_t>, Creation> creations_;
};

/// Is what all locations are looked at with.
struct Recording {
  const Dependences& dependences;
  const HandOvers& windows;
  const Transport& transport;
  Pairs pairs;
  Creations creations;
  Synchronous synchronous;

  /// Says whether a message waited for its receiver, and whether it does now.
  struct Waits {
    bool before;
    bool now;
  };
  Waits waits(PairClass of, uint64_t bytes) const {
    const bool before = synchronous.holds(of, bytes);
    return {before, transport.largest_eager ? bytes > *transport.largest_eager : before};
  }
  bool any_waits() const { return synchronous.has_any() || transport.largest_eager; }
};

/// Is what is known of one location.
class LocationConditions {
 public:
  LocationConditions(const Recording& recording, size_t l)
      : recording_(recording), trace_(recording.dependences.trace()), location_(trace_.locations[l]) {
    const Dependences& dependences = recording.dependences;
    const size_t messages = location_.receives.size() + location_.sends.size();
    effects_.reserve(recording.any_waits() ? 2 * messages : messages);
    if (dependences.has_partitions(l)) all_ready_ = dependences.all_ready(l);
    dependences.for_each_condition(l, [&](const Dependence& each) { add(each); });
    if (recording.any_waits())
      dependences.for_each_received_send(
          l, [&](const Dependence& each, uint32_t send) { add_transfer_of_send(each, send); });
    for (const LockHold& hold : location_.threads.locks)
      if (const auto creation = recording.creations.of(trace_.process_of(location_.id), hold))
        add_creation(*creation);
    const Dependences::Visit add_handed = [&](const Dependence& each) { add_hand_over(each); };
    dependences.for_each_hand_over(dependences.thread_hand_overs(), l, add_handed);
    dependences.for_each_hand_over(recording.windows, l, add_handed);
    sort_by_call();
    conditions.reserve(conditions.size() + effects_.size());
    for (size_t begin = 0, end = 0; begin < effects_.size(); begin = end) {
      while (end < effects_.size() && is_same_call(effects_[begin], effects_[end])) ++end;
      link(begin, end);
      find_last(begin, end);
      for (size_t i = begin; i < end; ++i) add_condition(effects_[i]);
    }
    effects_ = {};
  }

  /// Is a condition whose latency is at most what it says, and that of its class.
  struct Modelled {
    uint32_t condition;
    LagClass of;
  };

  std::vector<Condition> conditions;
  std::vector<Modelled> modelled;
  KnownLags lags;

 private:
  /// Is a cause, with the effect that it was recorded for and the event of its call that it goes with.
  struct Effect {
    DependenceKind kind;
    bool is_transfer = false;  ///< Says that the lag is that of a message when both ends were there.
    bool is_new = false;       ///< Says that the effect did not depend on it when it was recorded.
    bool is_last = true;       ///< Says that no other cause of the event came later.
    /// Says that it is a partition that others of its message came after, so that it may have waited for
    /// them.
    bool is_with_others = false;
    bool is_early = false;    ///< Says that it is a partition that comes sooner than it did.
    bool is_awaited = false;  ///< Says that it came last, and decided when the event was.
    DependenceEnd cause;
    LocationId caused_by;
    DependenceEnd effect;
    Ticks effected;
    CallRef call;
    Ticks from;          ///< Is from when on the lag counts: the cause, or the later of two.
    uint64_t bytes = 0;  ///< Is those of a message.
    /// Is, if partitions come early, of how many this is one; the lag that was recorded is that of all.
    uint32_t parts = 1;
    size_t with = 0;  ///< Is the position of the effect whose event it goes with.
    Ticks lag = {};   ///< Is the time from the cause to that event.
  };

  /// Sorts effects by their calls, and those of a call by time. They are large, so each is moved only once.
  void sort_by_call() {
    const auto order = [&](uint32_t i) {
      const Effect& each = effects_[i];
      return std::tuple(each.call.location, each.call.call, each.effected);
    };
    std::vector<uint32_t> numbers(effects_.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    if (std::ranges::is_sorted(numbers, {}, order)) return;
    std::ranges::stable_sort(numbers, {}, order);
    std::vector<Effect> sorted;
    sorted.reserve(effects_.capacity());
    for (const uint32_t i : numbers) sorted.push_back(effects_[i]);
    effects_ = std::move(sorted);
  }

  void add_effect(const Dependence& each, Ticks from, bool is_transfer = false, uint64_t bytes = 0) {
    effects_.push_back({.kind = each.kind,
                        .is_transfer = is_transfer,
                        .cause = each.cause,
                        .caused_by = each.caused_by,
                        .effect = each.effect,
                        .effected = each.effected,
                        .call = each.call,
                        .from = from,
                        .bytes = bytes});
  }

  void add(const Dependence& each) {
    if (each.effect.is_meeting()) return conditions.push_back({each.cause, each.effect, Ticks(), false});
    const bool is_local = !each.cause.is_meeting() && each.cause.location == each.effect.location;
    if (each.contradicted || is_local || each.caused > each.effected) return;
    if (each.kind == DependenceKind::message) return add_message(each);
    if (each.kind == DependenceKind::fork && add_end_of_idle_time(each)) return;
    if (each.kind == DependenceKind::partition) return add_partition(each);
    add_effect(each, each.caused);
    if (each.kind == DependenceKind::fork && each.effected == location_.first_time) add_begin(each);
  }

  /// Adds a partition to what got it. One that comes early comes as long after it was ready as the message,
  /// as it was recorded, after all its partitions were; sooner if smaller messages do.
  void add_partition(const Dependence& each) {
    const PartitionedUse& use =
        trace_[LocationId(each.effect.location)].partitioned_uses[each.effect.operation];
    if (!use.owner.valid()) return add_effect(each, each.caused);
    const CondensedLocation& owner = trace_[use.owner];
    const Message& message = owner.receives[use.message];
    const MessageDetail* const detail = owner.find_detail(message);
    const uint64_t bytes = bytes_of(owner, message);
    const uint32_t parts = detail ? std::max<uint32_t>(detail->partitions, 1) : 1;
    const Ticks all_ready = all_ready_[use.message];
    if (!recording_.transport.are_partitions_early || all_ready > each.effected) {
      add_effect(each, each.caused, false, bytes / parts);
      effects_.back().is_with_others = each.caused < all_ready;
      return;
    }
    add_effect(each, all_ready, false, bytes);
    effects_.back().is_early = true;
    effects_.back().parts = parts;
  }

  /// Adds what ends the idle time of a worker before a team, unless that is what it begins with. The team
  /// begins with that, so nothing else waits for the fork.
  bool add_end_of_idle_time(const Dependence& fork) {
    const std::vector<IdlePeriod>& idle = location_.threads.idle;
    const auto end_of = [&](const IdlePeriod& each) { return location_.leave_of(each.call); };
    const auto before = std::ranges::lower_bound(idle, fork.effected, {}, end_of);
    if (before == idle.end() || before == idle.begin() || end_of(*before) != fork.effected) return false;
    Dependence ended = fork;
    ended.effect = {DependenceEnd::Kind::call_leave, location_.id.value, before->call};
    ended.call = {location_.id, before->call};
    add_effect(ended, ended.caused);
    return true;
  }

  /// Adds what a location begins with: it has no time of its own before.
  void add_begin(Dependence each) {
    each.effect = {DependenceEnd::Kind::begin, location_.id.value, 0};
    each.effected = location_.first_time;
    if (each.caused <= each.effected) add_effect(each, each.caused);
  }

  /// Adds a message to its receive: of a synchronous one, the receive's start is a cause as well.
  void add_message(const Dependence& each) {
    const CondensedLocation& receiver = trace_[LocationId(each.effect.location)];
    const Message& receive = receiver.receives[each.effect.operation];
    const uint64_t bytes = bytes_of(receiver, receive);
    const Ticks start = receiver.enter_of(receive.start);
    const Recording::Waits waits =
        recording_.waits(recording_.pairs.class_of(each.caused_by, receiver.id), bytes);
    const bool is_transfer = waits.before && start <= each.effected;
    const Ticks from = is_transfer ? std::max(each.caused, start) : each.caused;
    add_effect(each, from, is_transfer, bytes);
    if (!waits.now || start > each.effected) return;
    Dependence own = each;
    own.cause = {DependenceEnd::Kind::receive_start, each.effect.location, each.effect.operation};
    add_effect(own, from, is_transfer, bytes);
  }

  /// Adds what a send depends on: its own call and, if it waits, the receive. If it does only now, it is not
  /// known for how long.
  void add_transfer_of_send(const Dependence& each, uint32_t send) {
    const Message& message = location_.sends[send];
    const Ticks sent = location_.event_times.sent(send);
    const uint64_t bytes = bytes_of(location_, message);
    const Recording::Waits waits =
        recording_.waits(recording_.pairs.class_of(location_.id, each.caused_by), bytes);
    if (sent == Ticks::min() || sent > each.effected || each.cause.location == each.effect.location) return;
    Dependence own = each;
    own.cause = {DependenceEnd::Kind::send, location_.id.value, send};
    if (waits.before && each.caused <= each.effected) {
      const Ticks from = std::max(sent, each.caused);
      if (waits.now) add_effect(each, from, true, bytes);
      add_effect(own, from, true, bytes);
    } else if (waits.now && !waits.before) {
      for (const Dependence& cause : {each, own}) {
        add_effect(cause, sent, false, bytes);
        effects_.back().kind = DependenceKind::message;
        effects_.back().is_new = true;
      }
    }
  }

  void add_creation(const Creations::Creation& creation) {
    const Ticks created = trace_[creation.by].threads.locks[creation.hold].released;
    add_begin({.kind = DependenceKind::hand_over,
               .cause = {DependenceEnd::Kind::release, creation.by.value, creation.hold},
               .caused = created,
               .caused_by = creation.by});
  }

  /// Adds what was handed over.
  void add_hand_over(const Dependence& each) {
    using Kind = DependenceEnd::Kind;
    if (each.caused > each.effected || each.cause.location == each.effect.location) return;
    if (each.call.call == kNoCall) return;
    Dependence handed = each;
    handed.effect = {Kind::call_leave, each.effect.location, each.call.call};
    handed.effected = location_.leave_of(each.call.call);
    add_effect(handed, each.caused);
  }

  static bool is_same_call(const Effect& a, const Effect& b) {
    return &a == &b || (a.call.location.valid() && a.call.call != kNoCall &&
                        a.call.location == b.call.location && a.call.call == b.call.call);
  }

  /// Links the causes of the effects [begin, end) of one call with its events.
  void link(size_t begin, size_t end) {
    const CallRef call = effects_[begin].call;
    const bool in_call = call.location.valid() && call.call != kNoCall;
    const Ticks enter = in_call ? trace_.enter_of(call) : Ticks::min();
    for (size_t i = begin; i < end; ++i) {
      Effect& each = effects_[i];
      each.with = begin;
      while (effects_[each.with].effected < each.from) ++each.with;
      each.lag = each.is_new ? Ticks::max() : effects_[each.with].effected - each.from;
      const Ticks before = each.with > begin ? std::max(enter, effects_[each.with - 1].effected) : enter;
      each.is_awaited = !each.is_new && (each.from > before || (each.from == before && holds_all(each)));
    }
  }

  /// Of several causes of one event, only the last can have been awaited.
  void find_last(size_t begin, size_t end) {
    if (end - begin == 1) return;
    shortest_.assign(end - begin, Ticks::max());
    for (size_t i = begin; i < end; ++i) {
      Ticks& shortest = shortest_[effects_[i].with - begin];
      shortest = std::min(shortest, effects_[i].lag);
    }
    for (size_t i = begin; i < end; ++i) {
      Effect& each = effects_[i];
      each.is_last = each.lag == shortest_[each.with - begin];
      each.is_awaited = each.is_awaited && each.is_last;
    }
  }

  /// Returns whether an effect is of what begins when all are there, so that no own work comes before that.
  static bool holds_all(const Effect& each) {
    return each.is_transfer || each.kind == DependenceKind::all_to_all ||
           each.kind == DependenceKind::team_barrier;
  }
  static bool is_message(const Effect& each) {
    return each.is_transfer || each.kind == DependenceKind::message || each.kind == DependenceKind::probe ||
           each.kind == DependenceKind::partition;
  }
  static bool is_collective(const Effect& each) {
    return each.kind == DependenceKind::one_to_all || each.kind == DependenceKind::all_to_one ||
           each.kind == DependenceKind::prefix || each.kind == DependenceKind::neighbourhood;
  }

  /// Returns the class of an effect that so many bytes have.
  LagClass class_of(const Effect& each, uint64_t bytes) const {
    if (!is_message(each)) {
      const CallPathId path = trace_[each.call.location].path_of(each.call.call);
      return {.operation = trace_.call_tree[path].region.value + 1};
    }
    return {.is_transfer = each.is_transfer,
            .pair = recording_.pairs.class_of(each.caused_by, LocationId(each.effect.location)),
            .size = static_cast<uint32_t>(std::bit_width(bytes))};
  }

  /// Returns the lag on a network of another speed; nothing for what does not depend on that.
  std::optional<Ticks> lag_on_other_network(const Effect& each) const {
    if (!recording_.transport.speed) return std::nullopt;
    const auto& [latency, bytes_per_tick] = *recording_.transport.speed;
    const LocationId effected(each.effect.location);
    if (is_message(each)) {
      if (recording_.pairs.class_of(each.caused_by, effected) == PairClass::same_process) return std::nullopt;
      const double bytes = static_cast<double>(each.bytes) / each.parts;
      return Ticks(std::llround(latency + bytes / bytes_per_tick));
    }
    if (each.effect.kind != DependenceEnd::Kind::collective_end) return std::nullopt;
    const Collective& collective = trace_[effected].collectives[each.effect.operation];
    const report::Builtin time = trace_.class_of(trace_[effected].path_of(collective.start)).time;
    if (time != report::Builtin::mpi_collective && time != report::Builtin::mpi_sync_collective)
      return std::nullopt;
    const trace::Definitions& definitions = trace_.definitions;
    const trace::GroupId group = definitions.communicators[collective.comm.index()].group;
    const size_t members = group.valid() ? definitions.groups[group.index()].members.size() : 1;
    const auto doublings = static_cast<double>(std::bit_width(members - 1));
    const auto bytes = static_cast<double>(std::max(collective.bytes_sent, collective.bytes_received));
    return Ticks(std::llround(doublings * latency + bytes / bytes_per_tick));
  }

  /// Adds a condition. The lag is known where it was awaited; and of what holds all members, which ends as
  /// long after the last of them, whoever is the last.
  void add_condition(const Effect& each) {
    const std::optional<Ticks> other_lag = lag_on_other_network(each);
    if (other_lag)
      return conditions.push_back({each.cause, effects_[each.with].effect, *other_lag, each.is_awaited});
    const bool is_known = (each.is_awaited && !each.is_early) || each.kind == DependenceKind::all_to_all ||
                          each.kind == DependenceKind::team_barrier;
    const bool is_of_call = each.call.location.valid() && each.call.call != kNoCall;
    const bool is_alike = is_message(each) || (is_collective(each) && is_of_call);
    if (is_alike && each.is_awaited && !each.is_with_others) lags.learn(class_of(each, each.bytes), each.lag);
    if (is_alike && !is_known)
      modelled.push_back({static_cast<uint32_t>(conditions.size()), class_of(each, each.bytes / each.parts)});
    conditions.push_back(
        {each.cause, effects_[each.with].effect, is_known || is_alike ? each.lag : Ticks(), each.is_awaited});
  }

  const Recording& recording_;
  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  std::vector<Ticks> all_ready_;  ///< Holds, by receive, when all its partitions were ready, if it has any.
  std::vector<Effect> effects_;
  std::vector<Ticks> shortest_;  ///< Holds the shortest lag of each event of a call, by effect.
};

}  // namespace

std::vector<Condition> replay_conditions(const Dependences& dependences, const HandOvers& windows,
                                         const Transport& transport, Comm& comm) {
  const CondensedTrace& trace = dependences.trace();
  const Pairs pairs(trace);
  const Recording recording{dependences, windows,          transport,
                            pairs,       Creations(trace), Synchronous(dependences, pairs, comm)};
  std::vector<std::vector<Condition>> conditions(trace.locations.size());
  std::vector<std::vector<LocationConditions::Modelled>> modelled(trace.locations.size());
  std::vector<KnownLags> of_locations(trace.locations.size());
  parallel_for(trace.locations.size(), [&](size_t l) {
    LocationConditions of_location(recording, l);
    conditions[l] = std::move(of_location.conditions);
    modelled[l] = std::move(of_location.modelled);
    of_locations[l] = std::move(of_location.lags);
  });
  KnownLags lags;
  for (const KnownLags& each : of_locations) lags.learn(each);
  // Where a rank has no core, its messages take longer: so the faster ones say what others would take.
  constexpr double kFaster = 0.1;
  lags.settle(comm, kFaster);
  parallel_for(conditions.size(), [&](size_t l) {
    for (const LocationConditions::Modelled& each : modelled[l]) {
      Ticks& latency = conditions[l][each.condition].latency;
      latency = std::min(latency, lag_of(lags, each.of));
    }
  });
  return concatenate(std::span(conditions));
}

}  // namespace latecomer::analyze
