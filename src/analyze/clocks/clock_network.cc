// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The clock conditions as a network: each condition goes to the rank of its cause, and on to the rank of its
// effect; each of the two tells the other one which node it is there.
//
//     rank 0:  point -> point -> point
//                          \ condition: at least the latency
//     rank 1:  point ------> point -> point
//
// Points take more memory than all else of a location, so they are made, and searched for the ends of
// conditions, a location at a time. Conditions whose cause or effect is not in the windows are left out.
//
// Cost: O(points + conditions), with 2 exchanges of 48 bytes and one of 4 bytes for each condition between
// ranks.

#include "analyze/clocks/clock_network.h"

#include <algorithm>
#include <array>

#include "analyze/match/collective_announcements.h"
#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;
using Kind = DependenceEnd::Kind;

namespace {

constexpr uint32_t kNoNode = ClockNetwork::kNoNode;

/// Finds the points of one location that are ends of dependences.
class PointsByEnd {
 public:
  PointsByEnd(const CondensedTrace& trace, const CondensedLocation& location,
              const std::vector<ClockPoint>& points)
      : trace_(trace),
        location_(location),
        enters_(location.calls.size(), kNoNode),
        leaves_(location.calls.size(), kNoNode) {
    const bool has_events = std::ranges::any_of(
        points, [](const ClockPoint& each) { return each.kind == ClockPoint::Kind::event; });
    const std::vector<EventTime> event_times =
        has_events ? location.event_times.all() : std::vector<EventTime>();
    event_points_.assign(event_times.size(), kNoNode);
    for (uint32_t i = 0; i < points.size(); ++i) {
      const ClockPoint& point = points[i];
      if (point.kind == ClockPoint::Kind::enter) enters_[point.index] = i;
      if (point.kind == ClockPoint::Kind::leave) leaves_[point.index] = i;
      if (point.kind != ClockPoint::Kind::event) continue;
      event_points_[point.index] = i;
      const EventTime& event = event_times[point.index];
      if (event.kind == EventTimeKind::foreign_completion) continue;
      std::vector<uint32_t>& of_kind = operations_[static_cast<size_t>(event.kind)];
      if (of_kind.size() <= event.operation) of_kind.resize(event.operation + 1, kNoNode);
      of_kind[event.operation] = i;
    }
  }

  /// Returns the point of an event time; kNoNode where it is none.
  uint32_t of_event(uint32_t event) const { return at(event_points_, event); }

  uint32_t operator()(const DependenceEnd& end) const {
    switch (end.kind) {
      case Kind::call_enter:
        return at(enters_, end.operation);
      case Kind::call_leave:
        return at(leaves_, end.operation);
      case Kind::receive_start:
        return at(enters_, location_.receives[end.operation].start);
      case Kind::send_leave:
        return at(leaves_, location_.sends[end.operation].completion);
      case Kind::barrier_enter:
        return at(enters_, location_.threads.barriers[end.operation].call);
      case Kind::barrier_leave:
        return at(leaves_, location_.threads.barriers[end.operation].call);
      case Kind::collective_start:
        return at(enters_, location_.collectives[end.operation].start);
      case Kind::collective_end: {
        const CallIndex completion = location_.collectives[end.operation].completion;
        if (completion != kNoCall && trace_.class_of(location_.call(completion)).kind == CallKind::init)
          return at(leaves_, completion);  // is as in CondensedTrace::end_of
        break;
      }
      default:
        break;
    }
    return at(operations_[static_cast<size_t>(end.kind)], end.operation);
  }

 private:
  static uint32_t at(const std::vector<uint32_t>& points, size_t number) {
    return number < points.size() ? points[number] : kNoNode;
  }

  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  std::vector<uint32_t> enters_;        ///< Holds points by call.
  std::vector<uint32_t> leaves_;        ///< Holds points by call.
  std::vector<uint32_t> event_points_;  ///< Holds points by event time.
  /// Holds points by operation, for each kind of event.
  std::array<std::vector<uint32_t>, DependenceEnd::kEventKinds> operations_;
};

}  // namespace

struct ClockNetwork::Conditions {
  std::vector<Condition> list;  ///< Begins with those whose cause is on this rank.
  size_t caused_here = 0;
  std::vector<uint32_t> ends;  ///< Holds the nodes of each one's cause and effect, as far as they are known.
  /// Lists, by rank, the conditions whose effect, or cause, is there.
  std::vector<std::vector<uint32_t>> sent;
  std::vector<std::vector<uint32_t>> received;

  Conditions(std::vector<Condition> conditions, const ClockNetwork& network, Comm& comm)
      : sent(network.ranks_), received(network.ranks_) {
    std::vector<std::vector<Condition>> leaving(network.ranks_);
    for (const Condition& each : conditions) {
      const size_t rank = network.rank_of(each.cause);
      if (rank != network.own_rank_) leaving[rank].push_back(each);
    }
    std::erase_if(conditions,
                  [&](const Condition& each) { return network.rank_of(each.cause) != network.own_rank_; });
    list = std::move(conditions);
    append(exchange(comm, std::move(leaving)));
    caused_here = list.size();
    std::vector<std::vector<Condition>> onward(network.ranks_);
    for (uint32_t i = 0; i < caused_here; ++i) {
      const size_t rank = network.rank_of(list[i].effect);
      if (rank == network.own_rank_) continue;
      onward[rank].push_back(list[i]);
      sent[rank].push_back(i);
    }
    const std::vector<std::vector<Condition>> effects = exchange(comm, std::move(onward));
    auto next = static_cast<uint32_t>(caused_here);
    for (size_t rank = 0; rank < effects.size(); ++rank)
      for (size_t i = 0; i < effects[rank].size(); ++i) received[rank].push_back(next++);
    append(effects);
    ends.assign(2 * list.size(), kNoNode);
  }

  const DependenceEnd& end(size_t i) const { return i % 2 == 0 ? list[i / 2].cause : list[i / 2].effect; }

  /// Tells the rank of each other end the nodes of those that are here.
  void exchange_nodes(Comm& comm) {
    std::vector<std::vector<uint32_t>> nodes(sent.size());
    for (size_t rank = 0; rank < nodes.size(); ++rank) {
      for (const uint32_t i : sent[rank]) nodes[rank].push_back(ends[2 * i]);
      for (const uint32_t i : received[rank]) nodes[rank].push_back(ends[2 * i + 1]);
    }
    nodes = exchange(comm, std::move(nodes));
    for (size_t rank = 0; rank < nodes.size(); ++rank) {
      auto next = nodes[rank].begin();
      for (const uint32_t i : received[rank]) ends[2 * i] = *next++;
      for (const uint32_t i : sent[rank]) ends[2 * i + 1] = *next++;
    }
  }

 private:
  void append(const std::vector<std::vector<Condition>>& from_ranks) {
    for (const std::vector<Condition>& each : from_ranks) list.insert(list.end(), each.begin(), each.end());
  }
};

ClockNetwork::ClockNetwork(const CondensedTrace& trace, const TimeWindows& windows,
                           std::vector<Condition> conditions, Nodes nodes, Comm& comm)
    : trace_(trace),
      windows_(windows),
      points_(trace.locations.size()),
      before_(trace.locations.size()),
      ranks_(static_cast<size_t>(comm.size())),
      own_rank_(static_cast<size_t>(comm.rank())) {
  find_foreign_events();
  Conditions of_rank(std::move(conditions), *this, comm);
  find_nodes(of_rank, nodes);
  of_rank.exchange_nodes(comm);
  make_edges(of_rank, nodes);
}

void ClockNetwork::find_foreign_events() {
  for (size_t l = 0; l < points_.size(); ++l) {
    const CondensedLocation& location = trace_.locations[l];
    if (location.foreign_completions.empty()) continue;
    uint32_t number = 0;
    location.event_times.for_each([&](const EventTime& event) {
      const uint32_t i = number++;
      if (event.kind != EventTimeKind::foreign_completion) return;
      const ForeignCompletion& completion = location.foreign_completions[event.operation];
      if (!completion.owner.valid()) return;
      const bool receives = completion.event.kind == trace::EventKind::irecv;
      foreign_[{receives ? Kind::receive : Kind::collective_end, completion.owner.value,
                completion.operation}] = {l, i};
    });
  }
}

const ClockNetwork::ForeignEvent* ClockNetwork::foreign_event(const DependenceEnd& end) const {
  if (foreign_.empty() || (end.kind != Kind::receive && end.kind != Kind::collective_end)) return nullptr;
  const auto found = foreign_.find(end);
  return found == foreign_.end() ? nullptr : &found->second;
}

/// Finds the nodes of all ends on this rank, those of each location together.
void ClockNetwork::find_nodes(Conditions& conditions, Nodes nodes) {
  constexpr size_t kElsewhere = SIZE_MAX;
  const auto location_of_end = [&](size_t i) {
    const DependenceEnd& end = conditions.end(i);
    const bool is_here = i % 2 == 0 ? i / 2 < conditions.caused_here : rank_of(end) == own_rank_;
    if (!is_here || end.is_meeting()) return kElsewhere;
    const ForeignEvent* const foreign = foreign_event(end);
    return foreign ? foreign->location : trace_.local(LocationId(end.location));
  };
  std::vector<size_t> first(points_.size() + 1);
  for (size_t i = 0; i < conditions.ends.size(); ++i) {
    const size_t l = location_of_end(i);
    if (l != kElsewhere) ++first[l + 1];
    if (conditions.end(i).is_meeting() && rank_of(conditions.end(i)) == own_rank_)
      meetings_.push_back(conditions.end(i));
  }
  for (size_t l = 0; l < points_.size(); ++l) first[l + 1] += first[l];
  std::vector<uint32_t> by_location(first.back());
  std::vector<size_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < conditions.ends.size(); ++i) {
    const size_t l = location_of_end(i);
    if (l != kElsewhere) by_location[next[l]++] = static_cast<uint32_t>(i);
  }
  parallel_for(points_.size(), [&](size_t l) {
    find_nodes(conditions, std::span(by_location).subspan(first[l], first[l + 1] - first[l]), l, nodes);
  });
  first_node_.push_back(0);
  for (size_t l = 0; l < points_.size(); ++l) {
    for (size_t i = first[l]; i < first[l + 1]; ++i) {
      uint32_t& node = conditions.ends[by_location[i]];
      if (node != kNoNode) node += static_cast<uint32_t>(first_node_.back());
    }
    first_node_.push_back(first_node_.back() + points_[l].size());
  }
  std::ranges::sort(meetings_);
  meetings_.erase(std::unique(meetings_.begin(), meetings_.end()), meetings_.end());
  for (size_t i = 0; i < conditions.ends.size(); ++i) {
    const DependenceEnd& end = conditions.end(i);
    if (!end.is_meeting() || rank_of(end) != own_rank_) continue;
    const auto meeting = std::ranges::lower_bound(meetings_, end) - meetings_.begin();
    conditions.ends[i] = static_cast<uint32_t>(first_node_.back() + static_cast<size_t>(meeting));
  }
}

/// Makes the nodes of a location, and finds which of them these ends are.
void ClockNetwork::find_nodes(Conditions& conditions, std::span<uint32_t> ends, size_t l, Nodes nodes) {
  std::vector<ClockPoint> points = clock_points(trace_.locations[l], windows_);
  const PointsByEnd by_end(trace_, trace_.locations[l], points);
  std::vector<bool> is_node(points.size(), nodes == Nodes::all_points);
  for (const uint32_t i : ends) {
    const ForeignEvent* const foreign = foreign_event(conditions.end(i));
    const uint32_t point = foreign ? by_end.of_event(foreign->event) : by_end(conditions.end(i));
    conditions.ends[i] = point;
    if (point != kNoNode) is_node[point] = true;
  }
  if (!points.empty()) is_node.front() = is_node.back() = true;
  std::vector<uint32_t> number(points.size());
  const auto count = static_cast<size_t>(std::ranges::count(is_node, true));
  points_[l].reserve(count);
  before_[l].reserve(count);
  for (size_t i = 0; i < points.size(); ++i) {
    if (!is_node[i]) continue;
    number[i] = static_cast<uint32_t>(points_[l].size());
    points_[l].push_back(points[i]);
    before_[l].push_back(points[i == 0 ? 0 : i - 1].time);
  }
  for (const uint32_t i : ends)
    if (conditions.ends[i] != kNoNode) conditions.ends[i] = number[conditions.ends[i]];
}

void ClockNetwork::make_edges(const Conditions& conditions, Nodes nodes) {
  is_awaited_.resize(this->nodes());
  causes_.resize(this->nodes());
  outgoing_.start(this->nodes());
  incoming_.start(this->nodes());
  const auto for_each_edge = [&](const auto& visit_cause, const auto& visit_effect) {
    for (size_t i = 0; i < conditions.list.size(); ++i) {
      const uint32_t cause = conditions.ends[2 * i];
      const uint32_t effect = conditions.ends[2 * i + 1];
      if (cause == kNoNode || effect == kNoNode) continue;
      const Condition& each = conditions.list[i];
      const auto from = static_cast<uint32_t>(rank_of(each.cause));
      const auto to = static_cast<uint32_t>(rank_of(each.effect));
      if (from == own_rank_) visit_cause(cause, Edge{to, effect, each.latency});
      if (to == own_rank_) visit_effect(effect, Edge{from, cause, each.latency}, each.is_awaited);
    }
  };
  for_each_edge([&](size_t node, const Edge&) { outgoing_.count(node); },
                [&](size_t node, const Edge&, bool is_awaited) {
                  ++causes_[node];
                  if (is_awaited) is_awaited_[node] = true;
                  if (nodes == Nodes::all_points) incoming_.count(node);
                });
  outgoing_.sum_up();
  incoming_.sum_up();
  for_each_edge([&](size_t node, const Edge& edge) { outgoing_.add(node, edge); },
                [&](size_t node, const Edge& edge, bool) {
                  if (nodes == Nodes::all_points) incoming_.add(node, edge);
                });
  outgoing_.finish();
  incoming_.finish();
}

size_t ClockNetwork::location_of(size_t node) const {
  const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
  return static_cast<size_t>(after - first_node_.begin()) - 1;
}

size_t ClockNetwork::rank_of(const DependenceEnd& end) const {
  const bool is_of_collective = end.is_meeting() && end.kind != Kind::team;
  return is_of_collective ? rank_of_operation(end.location, end.operation, ranks_)
                          : trace_.rank_of(LocationId(end.location));
}

/// Makes first edges of counts.
void ClockNetwork::Edges::sum_up() {
  for (size_t node = 1; node < first_.size(); ++node) first_[node] += first_[node - 1];
  list_.resize(first_.back());
}

/// Makes first edges of what is one past the last edge of each node.
void ClockNetwork::Edges::finish() {
  for (size_t node = first_.size() - 1; node > 0; --node) first_[node] = first_[node - 1];
  first_.front() = 0;
}

}  // namespace latecomer::analyze
