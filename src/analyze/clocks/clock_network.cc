// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The clock conditions as a network: each condition goes to the rank of its cause, and if that is in the
// trace, on to the rank of its effect.
//
//     rank 0:  point -> point -> point
//                          \ condition: at least the latency
//     rank 1:  point ------> point -> point
//
// Cost: O(points + conditions), with 2 exchanges of 40 bytes a condition.

#include "analyze/clocks/clock_network.h"

#include <algorithm>

#include "analyze/match/collective_announcements.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;
using Kind = DependenceEnd::Kind;

namespace {

/// Notes which node it is.
void set(std::vector<size_t>& nodes, size_t number, size_t node) {
  if (nodes.size() <= number) nodes.resize(number + 1, ClockNetwork::kNoNode);
  nodes[number] = node;
}

size_t at(const std::vector<size_t>& nodes, size_t number) {
  return number < nodes.size() ? nodes[number] : ClockNetwork::kNoNode;
}

}  // namespace

ClockNetwork::ClockNetwork(const CondensedTrace& trace, const TimeWindows& windows,
                           std::vector<Condition> conditions, Comm& comm)
    : trace_(trace),
      windows_(windows),
      points_(trace.locations.size()),
      ends_(trace.locations.size()),
      ranks_(static_cast<size_t>(comm.size())) {
  parallel_for(points_.size(), [&](size_t l) { points_[l] = clock_points(trace.locations[l], windows); });
  first_node_.push_back(0);
  for (const std::vector<ClockPoint>& points : points_)
    first_node_.push_back(first_node_.back() + points.size());
  for (size_t l = 0; l < points_.size(); ++l) add_ends(l);
  distribute(std::move(conditions), comm);
}

void ClockNetwork::add_ends(size_t l) {
  const CondensedLocation& location = trace_.locations[l];
  const bool has_events = std::ranges::any_of(
      points_[l], [](const ClockPoint& point) { return point.kind == ClockPoint::Kind::event; });
  const std::vector<EventTime> event_times =
      has_events ? location.event_times.all() : std::vector<EventTime>();
  for (size_t i = 0; i < points_[l].size(); ++i) {
    const ClockPoint& point = points_[l][i];
    if (point.kind == ClockPoint::Kind::enter) set(ends_[l].enters, point.index, node(l, i));
    if (point.kind == ClockPoint::Kind::leave) set(ends_[l].leaves, point.index, node(l, i));
    if (point.kind != ClockPoint::Kind::event) continue;
    const EventTime& event = event_times[point.index];
    if (event.kind != EventTimeKind::foreign_completion) {
      set(ends_[l].events[static_cast<size_t>(event.kind)], event.operation, node(l, i));
      continue;
    }
    const ForeignCompletion& completion = location.foreign_completions[event.operation];
    if (!completion.owner.valid()) continue;
    const bool receives = completion.event.kind == trace::EventKind::irecv;
    const size_t kind = static_cast<size_t>(receives ? Kind::receive : Kind::collective_end);
    set(ends_[trace_.local(completion.owner)].events[kind], completion.operation, node(l, i));
  }
}

void ClockNetwork::distribute(std::vector<Condition> conditions, Comm& comm) {
  std::vector<std::vector<Condition>> leaving(ranks_);
  for (const Condition& each : conditions) leaving[rank_of(each.cause)].push_back(each);
  free_list(conditions);
  const std::vector<std::vector<Condition>> causes = exchange(comm, std::move(leaving));
  std::vector<std::vector<Condition>> onward(causes.size());
  for (const std::vector<Condition>& from_rank : causes) {
    for (const Condition& each : from_rank) {
      if (each.cause.is_meeting()) meetings_.push_back(each.cause);
      if (each.cause.is_meeting() || find(each.cause) != kNoNode)
        onward[rank_of(each.effect)].push_back(each);
    }
  }
  const std::vector<std::vector<Condition>> effects = exchange(comm, std::move(onward));
  for (const std::vector<Condition>& from_rank : effects) {
    for (const Condition& each : from_rank)
      if (each.effect.is_meeting()) meetings_.push_back(each.effect);
  }
  std::ranges::sort(meetings_);
  meetings_.erase(std::unique(meetings_.begin(), meetings_.end()), meetings_.end());
  for (const std::vector<Condition>& from_rank : causes) {
    for (const Condition& each : from_rank) outgoing_.add(find(each.cause), each.effect, each.latency);
  }
  for (const std::vector<Condition>& from_rank : effects) {
    for (const Condition& each : from_rank) incoming_.add(find(each.effect), each.cause, each.latency);
  }
  outgoing_.sort(nodes());
  incoming_.sort(nodes());
}

size_t ClockNetwork::location_of(size_t node) const {
  const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
  return static_cast<size_t>(after - first_node_.begin()) - 1;
}

size_t ClockNetwork::find(const DependenceEnd& end) const {
  if (end.is_meeting()) {
    const auto found = std::ranges::lower_bound(meetings_, end);
    const bool is_here = found != meetings_.end() && *found == end;
    return is_here ? first_node_.back() + static_cast<size_t>(found - meetings_.begin()) : kNoNode;
  }
  const size_t l = trace_.local(LocationId(end.location));
  const CondensedLocation& location = trace_.locations[l];
  switch (end.kind) {
    case Kind::call_enter:
      return at(ends_[l].enters, end.operation);
    case Kind::call_leave:
      return at(ends_[l].leaves, end.operation);
    case Kind::receive_start:
      return at(ends_[l].enters, location.receives[end.operation].start);
    case Kind::send_leave:
      return at(ends_[l].leaves, location.sends[end.operation].completion);
    case Kind::barrier_enter:
      return at(ends_[l].enters, location.threads.barriers[end.operation].call);
    case Kind::barrier_leave:
      return at(ends_[l].leaves, location.threads.barriers[end.operation].call);
    case Kind::collective_start:
      return at(ends_[l].enters, location.collectives[end.operation].start);
    case Kind::collective_end: {
      const CallIndex completion = location.collectives[end.operation].completion;
      if (completion != kNoCall && trace_.class_of(location.call(completion)).kind == CallKind::init)
        return at(ends_[l].leaves, completion);  // is as in CondensedTrace::end_of
      break;
    }
    default:
      break;
  }
  return at(ends_[l].events[static_cast<size_t>(end.kind)], end.operation);
}

size_t ClockNetwork::rank_of(const DependenceEnd& end) const {
  const bool is_of_collective = end.is_meeting() && end.kind != Kind::team;
  return is_of_collective ? rank_of_operation(end.location, end.operation, ranks_)
                          : trace_.rank_of(LocationId(end.location));
}

void ClockNetwork::Edges::add(size_t node, const DependenceEnd& other, Ticks latency) {
  if (node != kNoNode) list.push_back({node, other, latency});
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
