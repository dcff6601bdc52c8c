// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The clock conditions of a trace.
//
//     rank 0:  enter --.                 .--> leave          a barrier: three causes, one junction, three
//     rank 1:  enter ---+--> junction --+---> leave          effects
//     rank 2:  enter --'                 '--> leave
//
//     rank 0:  send ----------.----> probe                   a message that was probed: two effects of one
//     rank 1:                  '---> receive                 cause
//
// All of them are looked at each time, which takes no more than a comparison or two; only those within the
// windows, mostly few, are written down with their ends. Cost: O(operations); 8 bytes for each event with a
// time of its own.

#include "analyze/clocks/clock_conditions.h"

#include <algorithm>
#include <cmath>

#include "analyze/clocks/check_clocks.h"
#include "analyze/match/synchronization.h"
#include "base/check.h"
#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;
using Kind = ConditionEnd::Kind;

namespace {

/// Where an operation has no such event.
constexpr Ticks kNever = Ticks::max();

/// An end of a condition, as it was recorded.
struct Moment {
  ConditionEnd end;
  Ticks time;
};

void set(std::vector<Ticks>& times, size_t operation, Ticks time) {
  if (times.size() <= operation) times.resize(operation + 1, kNever);
  times[operation] = time;
}

Moment start_of(const CollectiveAnnouncement& announcement) {
  return {{announcement.location, announcement.operation, Kind::collective_start}, announcement.enter};
}

Moment end_of(const CollectiveAnnouncement& announcement) {
  return {{announcement.location, announcement.operation, Kind::collective_end}, announcement.end};
}

}  // namespace

/// Goes through the conditions of some locations, or of several threads and processes.
class ConditionFinder {
 public:
  ConditionFinder(const ClockConditions& from, const TimeWindows& windows)
      : from_(from),
        trace_(from.trace_),
        members_(from.members_),
        matches_(from.matches_),
        windows_(windows) {}

  /// Those whose effects are on one location.
  void find_on(size_t l) {
    add_messages(l);
    add_synchronous_sends(l);
    add_partitions(l);
    add_teams(l);
  }
  /// Those that go by junctions.
  void find_by_junctions() {
    add_team_barriers();
    std::vector<CollectiveAnnouncement> buffer;
    for (size_t i = 0; i < from_.collectives_.size(); ++i) {
      if (from_.collectives_.parts(i) == 0) continue;
      const CollectiveInstance instance = from_.collectives_.at(i, buffer);
      if (is_complete(instance, members_) && is_consistent(instance)) add_unless_contradicted(instance);
    }
    found_.junctions = static_cast<uint32_t>(junctions_.size());
  }

  ClockConditions::Found& found() { return found_; }

 private:
  /// What all causes of some conditions lead to.
  struct Junction {
    Ticks latest = Ticks::min();  ///< of its causes
    bool in_windows = false;      ///< one of its causes
  };

  /// Conditions on one location hold anyway. Those on one clock are kept, to the tick, where they hold, and
  /// where they do not, no clock is wrong.
  bool concerns(LocationId cause, Ticks caused, LocationId effect, Ticks effected, Ticks& latency) {
    if (cause == effect || caused == kNever) return false;
    if (trace_.share_clock(cause, effect)) {
      if (caused > effected) return false;
      latency = Ticks();
    } else if (caused + latency > effected) {
      found_.violated.push_back({std::min(caused, effected), caused + latency});
    }
    return windows_.contains(caused) && windows_.contains(effected);
  }
  void add(const Moment& cause, const Moment& effect, Ticks latency = Ticks()) {
    if (concerns(LocationId(cause.end.location), cause.time, LocationId(effect.end.location), effect.time,
                 latency))
      found_.conditions.push_back({cause.end, effect.end, latency});
  }

  ConditionEnd junction_end(uint32_t number) const { return {from_.rank_, number, Kind::junction}; }
  uint32_t add_junctions(size_t count) {
    junctions_.resize(junctions_.size() + count);
    return static_cast<uint32_t>(junctions_.size() - count);
  }
  /// A junction's causes first, then its effects.
  void add_cause(const Moment& cause, uint32_t junction) {
    junctions_[junction].latest = std::max(junctions_[junction].latest, cause.time);
    if (!windows_.contains(cause.time)) return;
    junctions_[junction].in_windows = true;
    found_.conditions.push_back({cause.end, junction_end(junction), Ticks()});
  }
  void add_effect(uint32_t junction, const Moment& effect) {
    const Junction& causes = junctions_[junction];
    if (causes.latest > effect.time) found_.violated.push_back({effect.time, causes.latest});
    if (causes.in_windows && windows_.contains(effect.time))
      found_.conditions.push_back({junction_end(junction), effect.end, Ticks()});
  }
  void add_link(uint32_t junction, uint32_t next) {
    junctions_[next].latest = std::max(junctions_[next].latest, junctions_[junction].latest);
    if (!junctions_[junction].in_windows) return;
    junctions_[next].in_windows = true;
    found_.conditions.push_back({junction_end(junction), junction_end(next), Ticks()});
  }

  /// Of one of this rank's events that have times of their own.
  Moment moment_of(const ConditionEnd& end) const {
    return moment_of(trace_.local(LocationId(end.location)), end);
  }
  Moment moment_of(size_t l, const ConditionEnd& end) const {
    const std::vector<Ticks>& times = from_.times_[l][static_cast<size_t>(end.kind)];
    return {end, end.operation < times.size() ? times[end.operation] : kNever};
  }

  Ticks latency_between(LocationId a, LocationId b) const {
    const trace::Definitions& definitions = trace_.definitions;
    return node_of(definitions, a) == node_of(definitions, b) ? from_.within_ : from_.between_;
  }

  void add_messages(size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const Sent sent = matches_.messages.sent_of(trace_, l, i);
      if (!sent.owner.valid() || sent.time == Ticks::min()) continue;
      add_message(l, i, sent, moment_of(l, {location.id.value, i, Kind::receive}));
      const MessageDetail* const detail = location.find_detail(location.receives[i]);
      if (detail && detail->probe.location.valid())
        add_message(l, i, sent, moment_of({detail->probe.location.value, detail->probe_number, Kind::probe}));
    }
  }

  void add_message(size_t l, uint32_t receive, const Sent& sent, const Moment& effect) {
    Ticks latency = latency_between(sent.owner, trace_.locations[l].id);
    if (!concerns(sent.owner, sent.time, LocationId(effect.end.location), effect.time, latency)) return;
    const uint32_t send = matches_.messages.send_of(trace_, l, receive).operation;
    found_.conditions.push_back({{sent.owner.value, send, Kind::send}, effect.end, latency});
  }

  void add_synchronous_sends(size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    for (uint32_t i = 0; i < location.sends.size(); ++i) {
      const CallIndex completion = location.sends[i].completion;
      if (completion == kNoCall) continue;
      const Call& call = location.call(completion);
      if (trace_.class_of(call).kind != CallKind::synchronous_send) continue;
      const MatchedReceive receive = matches_.messages.receive_of(trace_, l, i);
      if (receive.owner.valid())
        add({{receive.owner.value, receive.operation, Kind::receive_start}, receive.enter},
            {{location.id.value, i, Kind::send_leave}, call.leave},
            latency_between(receive.owner, location.id));
    }
  }

  void add_partitions(size_t l) {
    for (const PartitionEdge& edge : matches_.partitions[l]) {
      if (!edge.ready.known()) continue;
      const Moment cause{{edge.ready.location.value, edge.ready.use, Kind::partition}, edge.ready.time};
      const Ticks latency = latency_between(edge.ready.location, trace_.locations[l].id);
      for (const PartitionUse& effect : {edge.arrived, edge.completed}) {
        if (!effect.known()) continue;
        add(cause, {{effect.location.value, effect.use, Kind::partition}, effect.time}, latency);
      }
    }
  }

  void add_teams(size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    for (uint32_t i = 0; i < location.threads.parts.size(); ++i) {
      const TeamPart& part = location.threads.parts[i];
      if (!part.leader.valid()) continue;
      add(moment_of({part.leader.value, part.fork, Kind::fork}),
          moment_of({location.id.value, i, Kind::team_begin}));
      add(moment_of({location.id.value, i, Kind::team_end}),
          moment_of({part.leader.value, part.fork, Kind::join}));
    }
  }

  void add_team_barriers() {
    const uint32_t first = add_junctions(matches_.teams.meeting_count);
    for_each_team_barrier([&](uint32_t meeting, uint32_t location, uint32_t barrier, const Call& call) {
      add_cause({{location, barrier, Kind::barrier_enter}, call.enter}, first + meeting);
    });
    for_each_team_barrier([&](uint32_t meeting, uint32_t location, uint32_t barrier, const Call& call) {
      add_effect(first + meeting, {{location, barrier, Kind::barrier_leave}, call.leave});
    });
  }

  template <class Visit>
  void for_each_team_barrier(const Visit& visit) const {
    for (size_t l = 0; l < trace_.locations.size(); ++l) {
      const CondensedLocation& location = trace_.locations[l];
      const std::vector<uint32_t>& meetings = matches_.teams.meetings[l];
      for (uint32_t b = 0; b < meetings.size(); ++b) {
        if (meetings[b] == TeamMatches::kNotMet || from_.contradicted_[meetings[b]]) continue;
        visit(meetings[b], location.id.value, b, location.call(location.threads.barriers[b].call));
      }
    }
  }

  /// Those of which nothing is in the windows need no junction.
  void add_unless_contradicted(CollectiveInstance instance) {
    const size_t conditions = found_.conditions.size();
    const size_t junctions = junctions_.size();
    const size_t violated = found_.violated.size();
    add_collective(instance);
    const bool contradicted =
        found_.violated.size() > violated && contradicts_clock(instance, trace_, members_);
    if (contradicted) {
      found_.conditions.resize(conditions);
      found_.violated.resize(violated);
    }
    if (found_.conditions.size() == conditions) junctions_.resize(junctions);
  }

  void add_collective(CollectiveInstance instance) {
    const CollectiveAnnouncement& any = instance.front();
    if (std::ranges::any_of(instance, [](const CollectiveAnnouncement& announcement) {
          return announcement.sources.valid();
        }))
      return add_sources(instance);
    switch (synchronization_of(any.op)) {
      case Synchronization::barrier:
      case Synchronization::all_to_all:
      case Synchronization::management:
        return add_all_to_all(instance);
      case Synchronization::one_to_all:
        return add_rooted(instance, true);
      case Synchronization::all_to_one:
        return add_rooted(instance, false);
      case Synchronization::prefix:
        return add_prefix(instance);
      case Synchronization::none:
        if (any.finalizes || (any.on_window && frees(any.op))) add_all_to_all(instance);
        return;
    }
  }

  /// Members that wait only for some, as on a neighbourhood; those of whom that is not known wait for all.
  void add_sources(CollectiveInstance instance) {
    const auto add_source = [&](const CollectiveAnnouncement& cause, const CollectiveAnnouncement& effect) {
      if (cause.contributes && effect.receives) add(start_of(cause), end_of(effect));
    };
    for (const CollectiveAnnouncement& announcement : instance) {
      if (!announcement.sources.valid()) {
        for (const CollectiveAnnouncement& cause : instance) add_source(cause, announcement);
        continue;
      }
      for (const trace::LocationGroupId source : members_.processes(announcement.sources)) {
        const CollectiveAnnouncement* const cause = find_announcement(instance, source);
        if (cause) add_source(*cause, announcement);
      }
    }
  }

  bool is_inter(CollectiveInstance instance) const {
    return trace_.definitions.communicators[instance.front().comm.index()].kind == trace::CommKind::inter;
  }

  /// The members of an intercommunicator wait for the other group.
  void add_all_to_all(CollectiveInstance instance) {
    const bool inter = is_inter(instance);
    const uint32_t first = add_junctions(inter ? 2 : 1);
    const auto side = [&](const CollectiveAnnouncement& announcement) {
      return inter && announcement.in_remote_group ? 1u : 0u;
    };
    for (const CollectiveAnnouncement& each : instance) {
      if (each.contributes) add_cause(start_of(each), first + side(each));
    }
    for (const CollectiveAnnouncement& each : instance) {
      if (each.receives) add_effect(first + (inter ? 1 - side(each) : 0), end_of(each));
    }
  }

  void add_rooted(CollectiveInstance instance, bool root_is_cause) {
    const bool inter = is_inter(instance);
    const auto root =
        std::find_if(instance.begin(), instance.end(),
                     [](const CollectiveAnnouncement& announcement) { return announcement.root; });
    if (root == instance.end()) return;
    for (const CollectiveAnnouncement& announcement : instance) {
      if (announcement.root || (inter && announcement.in_remote_group == root->in_remote_group)) continue;
      const CollectiveAnnouncement& cause = root_is_cause ? *root : announcement;
      const CollectiveAnnouncement& effect = root_is_cause ? announcement : *root;
      if (cause.contributes && effect.receives) add(start_of(cause), end_of(effect));
    }
  }

  /// Rank i waits for rank i and for what rank i - 1 waits for.
  void add_prefix(CollectiveInstance instance) {
    const trace::GroupId group = trace_.definitions.communicators[instance.front().comm.index()].group;
    const uint32_t first = add_junctions(instance.size());
    uint32_t next = first;
    for (const trace::LocationGroupId member : members_.processes(group)) {
      const CollectiveAnnouncement& announcement = *find_announcement(instance, member);
      if (next > first) add_link(next - 1, next);
      if (announcement.contributes) add_cause(start_of(announcement), next);
      if (announcement.receives) add_effect(next, end_of(announcement));
      ++next;
    }
  }

  const ClockConditions& from_;
  const CondensedTrace& trace_;
  const CommMembers& members_;
  const Matches& matches_;
  const TimeWindows& windows_;
  std::vector<Junction> junctions_;
  ClockConditions::Found found_;
};

namespace {

/// The barriers of teams that a thread left before another one had come, by the clock that they share.
std::vector<bool> contradicted_barriers(const CondensedTrace& trace, const TeamMatches& teams) {
  std::vector<bool> contradicted(teams.meeting_count);
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (size_t b = 0; b < teams.meetings[l].size(); ++b) {
      const Arrival& last = teams.barriers[l][b];
      if (!last.known() || !trace.share_clock(last.location, location.id)) continue;
      if (last.enter > location.leave_of(location.threads.barriers[b].call))
        contradicted[teams.meetings[l][b]] = true;
    }
  }
  return contradicted;
}

}  // namespace

Kind end_kind(EventTimeKind kind) {
  switch (kind) {
    case EventTimeKind::send:
      return Kind::send;
    case EventTimeKind::receive:
      return Kind::receive;
    case EventTimeKind::probe:
      return Kind::probe;
    case EventTimeKind::partition:
      return Kind::partition;
    case EventTimeKind::collective_end:
      return Kind::collective_end;
    case EventTimeKind::fork:
      return Kind::fork;
    case EventTimeKind::join:
      return Kind::join;
    case EventTimeKind::team_begin:
      return Kind::team_begin;
    case EventTimeKind::team_end:
      return Kind::team_end;
    case EventTimeKind::foreign_completion:
      break;
  }
  CHECK(false);
}

Kind end_kind(const ForeignCompletion& completion) {
  return completion.event.kind == trace::EventKind::irecv ? Kind::receive : Kind::collective_end;
}

ClockConditions::ClockConditions(const CondensedTrace& trace, const CommMembers& members,
                                 const Matches& matches, const Latency& latency, Comm& comm)
    : trace_(trace),
      members_(members),
      matches_(matches),
      rank_(static_cast<uint32_t>(comm.rank())),
      times_(trace.locations.size()),
      contradicted_(contradicted_barriers(trace, matches.teams)),
      collectives_(trace, members, comm) {
  const double ticks_per_second = static_cast<double>(trace.definitions.ticks_per_second);
  within_ = Ticks(std::llround(latency.within * ticks_per_second));
  between_ = Ticks(std::llround(latency.between * ticks_per_second));
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    for (const CondensedLocation& thread :
         trace.threads_of(trace::LocationGroupId(trace.own_processes.begin + p)))
      add_times(trace.local(thread.id));
  });
}

void ClockConditions::add_times(size_t l) {
  const CondensedLocation& location = trace_.locations[l];
  location.event_times.for_each([&](const EventTime& event) {
    if (event.kind == EventTimeKind::send) return;  // they have theirs in a list
    if (event.kind != EventTimeKind::foreign_completion)
      return set(times_[l][static_cast<size_t>(end_kind(event.kind))], event.operation, event.time);
    const ForeignCompletion& completion = location.foreign_completions[event.operation];
    if (completion.owner.valid())
      set(times_[trace_.local(completion.owner)][static_cast<size_t>(end_kind(completion))],
          completion.operation, event.time);
  });
}

ClockConditions::Found ClockConditions::find(const TimeWindows& windows) const {
  std::vector<Found> parts(times_.size());
  parallel_for(parts.size(), [&](size_t l) {
    ConditionFinder finder(*this, windows);
    finder.find_on(l);
    parts[l] = std::move(finder.found());
  });
  ConditionFinder finder(*this, windows);
  finder.find_by_junctions();
  Found all = std::move(finder.found());
  for (const Found& part : parts) {
    all.conditions.insert(all.conditions.end(), part.conditions.begin(), part.conditions.end());
    all.violated.insert(all.violated.end(), part.violated.begin(), part.violated.end());
  }
  return all;
}

}  // namespace latecomer::analyze
