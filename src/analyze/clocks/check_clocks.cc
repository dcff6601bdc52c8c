// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Whether the clocks agree with what happened.
//
// The problem: no clock of another node can be trusted, but some things cannot have happened in any other
// order: a message is received after it was sent, nobody leaves a barrier that somebody has not entered.
//
//     node a:  ......... | Send >                   by the clocks the message was received at 3
//     node b:  ... Recv > |                         and sent at 9: the clocks are off by at least 6
//
// The idea: after matching, every effect knows the time of its cause, so each condition is one comparison
// where the effect is. Cost: O(operations).

#include "analyze/clocks/check_clocks.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "analyze/match/synchronization.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::ClockCondition;
using trace::LocationId;

/// A receive, as the probe that first saw its message refers to it.
struct ReceiveRef {
  size_t location = 0;  ///< position in the local locations
  uint32_t receive = UINT32_MAX;
  bool known() const { return receive != UINT32_MAX; }
};

/// What only becomes effects of other locations' events by looking at all of a process's threads.
struct Related {
  std::vector<std::vector<ReceiveRef>> probed;             ///< per location and probe
  std::vector<std::vector<std::vector<Ticks>>> team_ends;  ///< per location and fork: of the workers' parts
  std::vector<std::vector<std::vector<LocationId>>> workers;  ///< likewise
};

Related relate(const CondensedTrace& trace) {
  Related related;
  for (const CondensedLocation& location : trace.locations) {
    related.probed.emplace_back(location.probes.size());
    related.team_ends.emplace_back(location.threads.forks.size());
    related.workers.emplace_back(location.threads.forks.size());
  }
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    if (!location.details.empty()) {
      for (uint32_t i = 0; i < location.receives.size(); ++i) {
        const MessageDetail* const detail = location.find_detail(location.receives[i]);
        if (detail && detail->probe.location.valid())
          related.probed[trace.local(detail->probe.location)][detail->probe_number] = {l, i};
      }
    }
    if (location.threads.parts.empty()) continue;
    location.event_times.for_each(EventTimeKind::team_end, [&](uint32_t operation, Ticks time) {
      const TeamPart& part = location.threads.parts[operation];
      if (!part.leader.valid() || part.leader == location.id) return;
      related.team_ends[trace.local(part.leader)][part.fork].push_back(time);
      related.workers[trace.local(part.leader)][part.fork].push_back(location.id);
    });
  }
  return related;
}

/// What a collective operation demands of the clocks of its members; nothing if nobody has to wait.
std::optional<ClockCondition> condition_of(const CondensedTrace& trace, const CondensedLocation& location,
                                           const Collective& collective) {
  if (collective.sources.valid()) return ClockCondition::neighbourhood;
  switch (synchronization_of(collective.op)) {
    case Synchronization::barrier:
    case Synchronization::all_to_all:
    case Synchronization::management:
      return ClockCondition::all_to_all;
    case Synchronization::one_to_all:
      return ClockCondition::one_to_all;
    case Synchronization::all_to_one:
      return ClockCondition::all_to_one;
    case Synchronization::prefix:
      return ClockCondition::prefix;
    case Synchronization::none:
      if (trace.finalizes(location, collective)) return ClockCondition::all_to_all;
      if (collective.window.valid() && frees(collective.op)) return ClockCondition::all_to_all;
      return std::nullopt;
  }
  return std::nullopt;
}

/// Goes through the effects on one location.
class LocationCheck {
 public:
  LocationCheck(const CondensedTrace& trace, const Matches& matches, const Related& related, size_t l,
                ClockCheck& out)
      : trace_(trace), matches_(matches), related_(related), l_(l), location_(trace.locations[l]), out_(out) {
    out_.by_path.emplace_back();
    out_.contradictions.emplace_back();
  }

  void run() {
    location_.event_times.for_each([&](const EventTime& event) { check_event(event); });
    check_partitions();
    const ThreadWork& threads = location_.threads;
    for (size_t b = 0; b < threads.barriers.size(); ++b) {
      const Arrival& last = matches_.teams.barriers[l_][b];
      const Call& call = location_.call(threads.barriers[b].call);
      if (last.known())
        check(ClockCondition::team_barrier, {last.location, last.enter}, call.leave,
              [&] { return call.path; });
    }
  }

 private:
  void check_event(const EventTime& event) {
    switch (event.kind) {
      case EventTimeKind::receive:
        return check_message(ClockCondition::message, {l_, event.operation}, event.time,
                             location_.receives[event.operation].completion);
      case EventTimeKind::probe: {
        const ReceiveRef receive = related_.probed[l_][event.operation];
        if (receive.known())
          check_message(ClockCondition::probe, receive, event.time, location_.probes[event.operation].call);
        return;
      }
      case EventTimeKind::collective_end: {
        const Collective& collective = location_.collectives[event.operation];
        return check_collective(l_, event.operation, trace_.end_of(location_, collective),
                                collective.completion);
      }
      case EventTimeKind::foreign_completion: {
        const ForeignCompletion& completion = location_.foreign_completions[event.operation];
        if (!completion.owner.valid()) return;
        const size_t owner = trace_.local(completion.owner);
        if (completion.event.kind == trace::EventKind::irecv)
          return check_message(ClockCondition::message, {owner, completion.operation}, event.time,
                               completion.call);
        return check_collective(owner, completion.operation, event.time, completion.call);
      }
      case EventTimeKind::team_begin: {
        const TeamPart& part = location_.threads.parts[event.operation];
        if (!part.leader.valid()) return;
        const CondensedLocation& leader = trace_[part.leader];
        const TeamFork& fork = leader.threads.forks[part.fork];
        return check(ClockCondition::fork, {part.leader, fork.time}, event.time,
                     [&] { return fork_path(leader, fork); });
      }
      case EventTimeKind::join: {
        const CallPathId path = fork_path(location_, location_.threads.forks[event.operation]);
        for (size_t i = 0; i < related_.workers[l_][event.operation].size(); ++i) {
          check(ClockCondition::join,
                {related_.workers[l_][event.operation][i], related_.team_ends[l_][event.operation][i]},
                event.time, [&] { return path; });
        }
        return;
      }
      case EventTimeKind::send:
      case EventTimeKind::partition:
      case EventTimeKind::fork:
      case EventTimeKind::team_end:
        return;
    }
  }

  void check_message(ClockCondition kind, ReceiveRef receive, Ticks time, CallIndex call) {
    const Sent sent = matches_.messages.sent_of(trace_, receive.location, receive.receive);
    if (sent.owner.valid() && sent.time != Ticks::min())
      check(kind, {sent.owner, sent.time}, time, [&] { return path_of(call); });
  }

  void check_collective(size_t owner, uint32_t operation, Ticks end, CallIndex call) {
    const CondensedLocation& location = trace_.locations[owner];
    const std::optional<ClockCondition> kind =
        condition_of(trace_, location, location.collectives[operation]);
    const CollectiveMatch& match = matches_.collectives[owner][operation];
    if (!kind || !match.complete || !match.last.known()) return;
    const auto path = [&] { return path_of(call); };
    const Cause last{match.last.location, match.last.enter};
    if (match.contradicts_clock)
      contradict(*kind, last, end, path);
    else
      check(*kind, last, end, path);
  }

  void check_partitions() {
    const PartitionEdge* previous = nullptr;
    for (const PartitionEdge& edge : matches_.partitions[l_]) {
      // A send partition that several of the receive share would count several times for the completion.
      const bool same_receive = previous && previous->receive == edge.receive;
      const bool counted = same_receive && previous->send_partition == edge.send_partition;
      previous = &edge;
      if (!edge.ready.known()) continue;
      check_partition(edge.ready, edge.arrived);
      if (!counted) check_partition(edge.ready, edge.completed);
    }
  }

  void check_partition(const PartitionUse& ready, const PartitionUse& effect) {
    if (!effect.known()) return;
    const CondensedLocation& location = trace_[effect.location];
    check(ClockCondition::partition, {ready.location, ready.time}, effect.time,
          [&] { return location.path_of(location.partitioned_uses[effect.use].call); });
  }

  struct Cause {
    LocationId location;
    Ticks time;
  };

  /// Counts one that is violated on the effect's call path, which `path` returns.
  template <class Path>
  void check(ClockCondition kind, const Cause& cause, Ticks effect, const Path& path) {
    if (cause.location == location_.id) return;
    if (trace_.share_clock(cause.location, location_.id)) return contradict(kind, cause, effect, path);
    ++out_.checked[static_cast<size_t>(kind)];
    if (cause.time <= effect) return;
    Violations& violations = out_.violations[{node_of(trace_.definitions, cause.location),
                                              node_of(trace_.definitions, location_.id)}];
    ++violations.counts[static_cast<size_t>(kind)];
    violations.largest = std::max(violations.largest, cause.time - effect);
    const CallPathId at = path();
    if (at.valid()) ++out_.by_path.back()[{kind, at}];
    out_.spans.push_back({effect, cause.time});
  }

  /// The same where clocks are right.
  template <class Path>
  void contradict(ClockCondition kind, const Cause& cause, Ticks effect, const Path& path) {
    if (cause.location == location_.id || cause.time <= effect) return;
    Contradiction& same = out_.contradictions.back()[{kind, path()}];
    ++same.count;
    if (cause.time - effect <= same.largest) return;
    same.largest = cause.time - effect;
    same.cause = cause.location;
  }

  CallPathId path_of(CallIndex call) const {
    return call == kNoCall ? CallPathId() : location_.path_of(call);
  }
  CallPathId fork_path(const CondensedLocation& leader, const TeamFork& fork) const {
    return fork.path.valid() ? leader.paths[fork.path.index()] : CallPathId();
  }

  const CondensedTrace& trace_;
  const Matches& matches_;
  const Related& related_;
  const size_t l_;
  const CondensedLocation& location_;
  ClockCheck& out_;
};

void add(ClockCheck& all, ClockCheck&& part) {
  for (size_t kind = 0; kind < report::kClockConditions; ++kind) all.checked[kind] += part.checked[kind];
  for (const auto& [pair, violations] : part.violations) {
    Violations& sum = all.violations[pair];
    for (size_t kind = 0; kind < report::kClockConditions; ++kind)
      sum.counts[kind] += violations.counts[kind];
    sum.largest = std::max(sum.largest, violations.largest);
  }
  all.spans.insert(all.spans.end(), part.spans.begin(), part.spans.end());
  all.by_path.push_back(std::move(part.by_path.front()));
  all.contradictions.push_back(std::move(part.contradictions.front()));
}

}  // namespace

int64_t ClockCheck::violated() const {
  int64_t all = 0;
  for (const auto& [pair, each] : violations)
    all = std::accumulate(each.counts.begin(), each.counts.end(), all);
  return all;
}

ClockCheck check_clocks(const CondensedTrace& trace, const Matches& matches) {
  const Related related = relate(trace);
  std::vector<ClockCheck> parts(trace.locations.size());
  parallel_for(parts.size(), [&](size_t l) { LocationCheck(trace, matches, related, l, parts[l]).run(); });
  ClockCheck all;
  for (ClockCheck& part : parts) add(all, std::move(part));
  return all;
}

}  // namespace latecomer::analyze
