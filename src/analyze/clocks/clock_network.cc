// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The clock conditions as a network.
//
//     rank 0:  enter --.                 .--> leave          a barrier: three causes, one junction, three
//     rank 1:  enter ---+--> junction --+---> leave          effects
//     rank 2:  enter --'                 '--> leave
//
//     rank 0:  send ----------.----> probe                   a message that was probed: two effects of one
//     rank 1:                  '---> receive                 cause
//
// Whoever knows both ends of a condition (the receiver of a message, the rank that a collective operation is
// distributed to, the process of a team) makes its edge; then each end's rank gets it. An edge whose cause is
// not in the trace goes nowhere.
//
// Cost: O(operations), with 2 exchanges of 32 bytes an edge.

#include "analyze/clocks/clock_network.h"

#include <algorithm>
#include <cmath>

#include "analyze/clocks/check_clocks.h"
#include "analyze/match/collective_announcements.h"
#include "base/check.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;

/// Finds all edges.
class NetworkBuilder {
 public:
  NetworkBuilder(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                 const Latency& latency, Comm& comm, ClockNetwork& network)
      : trace_(trace), members_(members), matches_(matches), comm_(comm), network_(network) {
    const double ticks_per_second = static_cast<double>(trace.definitions.ticks_per_second);
    within_ = Ticks(std::llround(latency.within * ticks_per_second));
    between_ = Ticks(std::llround(latency.between * ticks_per_second));
  }

  void run() {
    for (size_t l = 0; l < trace_.locations.size(); ++l) {
      add_messages(l);
      add_synchronous_sends(l);
      add_partitions(l);
      add_teams(l);
    }
    add_team_barriers();
    const DistributedCollectives distributed(trace_, members_, comm_);
    std::vector<CollectiveAnnouncement> buffer;
    for (size_t i = 0; i < distributed.size(); ++i) {
      if (distributed.parts(i) == 0) continue;
      const CollectiveInstance instance = distributed.at(i, buffer);
      if (!is_complete(instance, members_) || !is_consistent(instance)) continue;
      if (!contradicts_clock(instance, trace_, members_)) add_collective(instance);
    }
    network_.junctions_ = junctions_;
    distribute();
  }

 private:
  struct Condition {
    ConditionEnd cause;
    ConditionEnd effect;
    Ticks latency;
  };
  using Kind = ConditionEnd::Kind;

  /// An end of a condition, as it was recorded.
  struct Moment {
    ConditionEnd end;
    Ticks time;
  };

  /// Conditions on one location hold anyway. Those on one clock are kept, to the tick, where they hold, and
  /// where they do not, no clock is wrong.
  void add(const Moment& cause, const Moment& effect, Ticks latency = Ticks()) {
    if (cause.end.location == effect.end.location) return;
    if (!trace_.share_clock(LocationId(cause.end.location), LocationId(effect.end.location)))
      conditions_.push_back({cause.end, effect.end, latency});
    else if (cause.time <= effect.time)
      conditions_.push_back({cause.end, effect.end, Ticks()});
  }
  /// One of which a junction is an end.
  void add(const ConditionEnd& cause, const ConditionEnd& effect) {
    conditions_.push_back({cause, effect, Ticks()});
  }

  /// Of one of this rank's locations; max where there is no such event.
  Moment moment_of(const ConditionEnd& end) const {
    const size_t node = network_.find(end);
    return {end, node == ClockNetwork::kNoNode ? Ticks::max() : network_.time(node)};
  }

  Ticks latency_between(LocationId a, LocationId b) const {
    const trace::Definitions& definitions = trace_.definitions;
    return node_of(definitions, a) == node_of(definitions, b) ? within_ : between_;
  }

  void add_messages(size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    for (uint32_t i = 0; i < location.receives.size(); ++i) {
      const MatchedSend send = matches_.messages.send_of(trace_, l, i);
      if (!send.owner.valid() || send.sent == Ticks::min()) continue;
      const Moment cause{{send.owner.value, send.operation, Kind::send}, send.sent};
      const Ticks latency = latency_between(send.owner, location.id);
      add(cause, moment_of({location.id.value, i, Kind::receive}), latency);
      const MessageDetail* const detail = location.find_detail(location.receives[i]);
      if (detail && detail->probe.location.valid())
        add(cause, moment_of({detail->probe.location.value, detail->probe_number, Kind::probe}), latency);
    }
  }

  void add_synchronous_sends(size_t l) {
    const CondensedLocation& location = trace_.locations[l];
    for (uint32_t i = 0; i < location.sends.size(); ++i) {
      const CallIndex completion = location.completion_of(location.sends[i]);
      const MatchedReceive receive = matches_.messages.receive_of(trace_, l, i);
      if (!receive.owner.valid() || completion == kNoCall) continue;
      if (trace_.class_of(location.call(completion)).kind == CallKind::synchronous_send)
        add({{receive.owner.value, receive.operation, Kind::receive_start}, receive.enter},
            moment_of({location.id.value, i, Kind::send_leave}), latency_between(receive.owner, location.id));
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
    const std::vector<bool> contradicted = contradicted_meetings();
    for (size_t l = 0; l < trace_.locations.size(); ++l) {
      const std::vector<uint32_t>& meetings = matches_.teams.meetings[l];
      for (uint32_t b = 0; b < meetings.size(); ++b) {
        if (meetings[b] == TeamMatches::kNotMet || contradicted[meetings[b]]) continue;
        const uint32_t location = trace_.locations[l].id.value;
        add({location, b, Kind::barrier_enter}, junction(first + meetings[b]));
        add(junction(first + meetings[b]), {location, b, Kind::barrier_leave});
      }
    }
  }

  /// The barriers of teams that a thread left before another one had come, by the clock that they share.
  std::vector<bool> contradicted_meetings() const {
    std::vector<bool> contradicted(matches_.teams.meeting_count);
    for (size_t l = 0; l < trace_.locations.size(); ++l) {
      const CondensedLocation& location = trace_.locations[l];
      for (size_t b = 0; b < matches_.teams.meetings[l].size(); ++b) {
        const Arrival& last = matches_.teams.barriers[l][b];
        if (!last.known() || !trace_.share_clock(last.location, location.id)) continue;
        if (last.enter > location.call(location.threads.barriers[b].call).leave)
          contradicted[matches_.teams.meetings[l][b]] = true;
      }
    }
    return contradicted;
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
      if (cause.contributes && effect.receives) add(start_moment(cause), end_moment(effect));
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

  /// The members of an intercommunicator wait for the other group.
  void add_all_to_all(CollectiveInstance instance) {
    const bool inter =
        trace_.definitions.communicators[instance.front().comm.index()].kind == trace::CommKind::inter;
    const uint32_t first = add_junctions(inter ? 2 : 1);
    for (const CollectiveAnnouncement& announcement : instance) {
      const uint32_t own_side = inter && announcement.in_remote_group ? 1 : 0;
      const uint32_t awaited_side = inter ? 1 - own_side : 0;
      if (announcement.contributes) add(start_of(announcement), junction(first + own_side));
      if (announcement.receives) add(junction(first + awaited_side), end_of(announcement));
    }
  }

  void add_rooted(CollectiveInstance instance, bool root_is_cause) {
    const bool inter =
        trace_.definitions.communicators[instance.front().comm.index()].kind == trace::CommKind::inter;
    const auto root =
        std::find_if(instance.begin(), instance.end(),
                     [](const CollectiveAnnouncement& announcement) { return announcement.root; });
    if (root == instance.end()) return;
    for (const CollectiveAnnouncement& announcement : instance) {
      if (announcement.root || (inter && announcement.in_remote_group == root->in_remote_group)) continue;
      const CollectiveAnnouncement& cause = root_is_cause ? *root : announcement;
      const CollectiveAnnouncement& effect = root_is_cause ? announcement : *root;
      if (cause.contributes && effect.receives) add(start_moment(cause), end_moment(effect));
    }
  }

  /// Rank i waits for rank i and for what rank i - 1 waits for.
  void add_prefix(CollectiveInstance instance) {
    const trace::GroupId group = trace_.definitions.communicators[instance.front().comm.index()].group;
    uint32_t next = add_junctions(static_cast<uint32_t>(instance.size()));
    bool is_first = true;
    for (const trace::LocationGroupId member : members_.processes(group)) {
      const CollectiveAnnouncement& announcement = *find_announcement(instance, member);
      if (announcement.contributes) add(start_of(announcement), junction(next));
      if (!is_first) add(junction(next - 1), junction(next));
      if (announcement.receives) add(junction(next), end_of(announcement));
      is_first = false;
      ++next;
    }
  }

  static ConditionEnd start_of(const CollectiveAnnouncement& announcement) {
    return {announcement.location, announcement.operation, Kind::collective_start};
  }
  static ConditionEnd end_of(const CollectiveAnnouncement& announcement) {
    return {announcement.location, announcement.operation, Kind::collective_end};
  }
  static Moment start_moment(const CollectiveAnnouncement& announcement) {
    return {start_of(announcement), announcement.enter};
  }
  static Moment end_moment(const CollectiveAnnouncement& announcement) {
    return {end_of(announcement), announcement.end};
  }
  uint32_t add_junctions(uint32_t count) {
    junctions_ += count;
    return junctions_ - count;
  }
  ConditionEnd junction(uint32_t number) const {
    return {static_cast<uint32_t>(comm_.rank()), number, Kind::junction};
  }

  /// Each condition goes to the rank of its cause, and if that is in the trace, on to the rank of its effect.
  void distribute() {
    std::vector<std::vector<Condition>> leaving(static_cast<size_t>(comm_.size()));
    for (const Condition& each : conditions_) leaving[network_.rank_of(each.cause)].push_back(each);
    free_list(conditions_);
    const std::vector<std::vector<Condition>> causes = exchange(comm_, std::move(leaving));
    std::vector<std::vector<Condition>> onward(causes.size());
    for (const std::vector<Condition>& from_rank : causes) {
      for (const Condition& each : from_rank) {
        const size_t node = network_.find(each.cause);
        if (node == ClockNetwork::kNoNode) continue;
        network_.outgoing_.list.push_back({node, each.effect, each.latency});
        onward[network_.rank_of(each.effect)].push_back(each);
      }
    }
    for (const std::vector<Condition>& from_rank : exchange(comm_, std::move(onward))) {
      for (const Condition& each : from_rank) {
        const size_t node = network_.find(each.effect);
        if (node != ClockNetwork::kNoNode)
          network_.incoming_.list.push_back({node, each.cause, each.latency});
      }
    }
    network_.outgoing_.sort(network_.nodes());
    network_.incoming_.sort(network_.nodes());
  }

  const CondensedTrace& trace_;
  const CommMembers& members_;
  const Matches& matches_;
  Comm& comm_;
  ClockNetwork& network_;
  Ticks within_;
  Ticks between_;
  std::vector<Condition> conditions_;
  uint32_t junctions_ = 0;
};

namespace {

/// Notes which node an operation's end is.
void set(std::vector<size_t>& nodes, size_t operation, size_t node) {
  if (nodes.size() <= operation) nodes.resize(operation + 1, ClockNetwork::kNoNode);
  nodes[operation] = node;
}

/// Of every event but completions for other threads.
ConditionEnd::Kind end_kind(EventTimeKind kind) {
  switch (kind) {
    case EventTimeKind::send:
      return ConditionEnd::Kind::send;
    case EventTimeKind::receive:
      return ConditionEnd::Kind::receive;
    case EventTimeKind::probe:
      return ConditionEnd::Kind::probe;
    case EventTimeKind::partition:
      return ConditionEnd::Kind::partition;
    case EventTimeKind::collective_end:
      return ConditionEnd::Kind::collective_end;
    case EventTimeKind::fork:
      return ConditionEnd::Kind::fork;
    case EventTimeKind::join:
      return ConditionEnd::Kind::join;
    case EventTimeKind::team_begin:
      return ConditionEnd::Kind::team_begin;
    case EventTimeKind::team_end:
      return ConditionEnd::Kind::team_end;
    case EventTimeKind::foreign_completion:
      break;
  }
  CHECK(false);
}

}  // namespace

ClockNetwork::ClockNetwork(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                           const Latency& latency, Comm& comm)
    : trace_(trace), points_(trace.locations.size()), node_of_end_(trace.locations.size()) {
  parallel_for(points_.size(), [&](size_t l) { points_[l] = clock_points(trace.locations[l]); });
  add_points();
  NetworkBuilder(trace, members, matches, latency, comm, *this).run();
}

void ClockNetwork::add_points() {
  first_node_.push_back(0);
  for (const std::vector<ClockPoint>& points : points_)
    first_node_.push_back(first_node_.back() + points.size());
  for (size_t l = 0; l < points_.size(); ++l) add_ends(l);
}

void ClockNetwork::add_ends(size_t l) {
  using Kind = ConditionEnd::Kind;
  const CondensedLocation& location = trace_.locations[l];
  const auto ends = [&](size_t of_location, Kind kind) -> std::vector<size_t>& {
    return node_of_end_[of_location][static_cast<size_t>(kind)];
  };
  std::vector<size_t> enters(location.calls.size(), kNoNode);
  std::vector<size_t> leaves(location.calls.size(), kNoNode);
  const std::vector<EventTime> event_times = location.event_times.all();
  for (size_t i = 0; i < points_[l].size(); ++i) {
    const ClockPoint& point = points_[l][i];
    if (point.kind == ClockPoint::Kind::enter) enters[point.index] = node(l, i);
    if (point.kind == ClockPoint::Kind::leave) leaves[point.index] = node(l, i);
    if (point.kind != ClockPoint::Kind::event) continue;
    const EventTime& event = event_times[point.index];
    if (event.kind != EventTimeKind::foreign_completion) {
      set(ends(l, end_kind(event.kind)), event.operation, node(l, i));
      continue;
    }
    const ForeignCompletion& completion = location.foreign_completions[event.operation];
    const Kind kind = completion.event.kind == trace::EventKind::irecv ? Kind::receive : Kind::collective_end;
    if (completion.owner.valid())
      set(ends(trace_.local(completion.owner), kind), completion.operation, node(l, i));
  }
  for (size_t i = 0; i < location.receives.size(); ++i)
    set(ends(l, Kind::receive_start), i, enters[location.receives[i].start]);
  for (size_t i = 0; i < location.sends.size(); ++i) {
    const CallIndex completion = location.completion_of(location.sends[i]);
    if (completion != kNoCall) set(ends(l, Kind::send_leave), i, leaves[completion]);
  }
  for (size_t i = 0; i < location.collectives.size(); ++i) {
    const Collective& collective = location.collectives[i];
    set(ends(l, Kind::collective_start), i, enters[collective.start]);
    const CallIndex completion = collective.completion;
    if (completion != kNoCall && trace_.class_of(location.call(completion)).kind == CallKind::init)
      set(ends(l, Kind::collective_end), i, leaves[completion]);  // as CondensedTrace::end_of has it
  }
  for (size_t i = 0; i < location.threads.barriers.size(); ++i) {
    set(ends(l, Kind::barrier_enter), i, enters[location.threads.barriers[i].call]);
    set(ends(l, Kind::barrier_leave), i, leaves[location.threads.barriers[i].call]);
  }
}

size_t ClockNetwork::location_of(size_t node) const {
  const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
  return static_cast<size_t>(after - first_node_.begin()) - 1;
}

size_t ClockNetwork::find(const ConditionEnd& end) const {
  if (end.kind == ConditionEnd::Kind::junction) return first_node_.back() + end.operation;
  const std::vector<size_t>& nodes =
      node_of_end_[trace_.local(LocationId(end.location))][static_cast<size_t>(end.kind)];
  return end.operation < nodes.size() ? nodes[end.operation] : kNoNode;
}

size_t ClockNetwork::rank_of(const ConditionEnd& end) const {
  return end.kind == ConditionEnd::Kind::junction ? end.location : trace_.rank_of(LocationId(end.location));
}

void ClockNetwork::Edges::sort(size_t nodes) {
  first.assign(nodes + 1, 0);
  for (const Edge& edge : list) ++first[edge.node + 1];
  for (size_t node = 0; node < nodes; ++node) first[node + 1] += first[node];
  std::vector<size_t> next(first.begin(), first.end() - 1);
  std::vector<Edge> sorted(list.size());
  for (const Edge& edge : list) sorted[next[edge.node]++] = edge;
  list = std::move(sorted);
}

}  // namespace latecomer::analyze
