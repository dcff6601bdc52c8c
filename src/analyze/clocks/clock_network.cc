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
#include <tuple>
#include <utility>

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
        leaves_(location.calls.size(), kNoNode),
        releases_(location.threads.locks.size(), kNoNode) {
    const bool has_events = std::ranges::any_of(
        points, [](const ClockPoint& each) { return each.kind == ClockPoint::Kind::event; });
    const std::vector<EventTime> event_times =
        has_events ? location.event_times.all() : std::vector<EventTime>();
    event_points_.assign(event_times.size(), kNoNode);
    for (uint32_t i = 0; i < points.size(); ++i) {
      const ClockPoint& point = points[i];
      if (point.kind == ClockPoint::Kind::enter) enters_[point.index] = i;
      if (point.kind == ClockPoint::Kind::leave) leaves_[point.index] = i;
      if (point.kind == ClockPoint::Kind::release) releases_[point.index] = i;
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
      case Kind::begin:
        return 0;
      case Kind::release:
        return at(releases_, end.operation);
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
    const auto kind = static_cast<size_t>(end.kind);
    return kind < operations_.size() ? at(operations_[kind], end.operation) : kNoNode;
  }

 private:
  static uint32_t at(const std::vector<uint32_t>& points, size_t number) {
    return number < points.size() ? points[number] : kNoNode;
  }

  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  std::vector<uint32_t> enters_;        ///< Holds points by call.
  std::vector<uint32_t> leaves_;        ///< Holds points by call.
  std::vector<uint32_t> releases_;      ///< Holds points by position in the locks.
  std::vector<uint32_t> event_points_;  ///< Holds points by event time.
  /// Holds points by operation, for each kind of event.
  std::array<std::vector<uint32_t>, DependenceEnd::kEventKinds> operations_;
};

}  // namespace

/// Makes a network of conditions.
class ClockNetwork::Builder {
 public:
  Builder(ClockNetwork& network, const CondensedTrace& trace, Nodes nodes, Comm& comm)
      : network_(network),
        trace_(trace),
        nodes_(nodes),
        comm_(comm),
        ranks_(static_cast<size_t>(comm.size())),
        own_rank_(static_cast<size_t>(comm.rank())),
        sent_(ranks_),
        received_(ranks_) {}

  void build(std::vector<Condition> conditions) {
    find_foreign_events();
    exchange_conditions(std::move(conditions));
    find_nodes();
    exchange_nodes();
    make_edges();
  }

 private:
  /// Is an event of one location that completes an operation of another one of its process.
  struct ForeignEvent {
    size_t location;
    uint32_t event;
  };

  void find_foreign_events();
  const ForeignEvent* foreign_event(const DependenceEnd& end) const;
  void exchange_conditions(std::vector<Condition> conditions);
  void find_nodes();
  void find_nodes(std::span<uint32_t> ends, size_t location);
  std::vector<ClockPoint> points_of(std::span<const uint32_t> ends, size_t location) const;
  void exchange_nodes();
  void make_edges();

  size_t rank_of(const DependenceEnd& end) const {
    const bool is_of_collective = end.is_meeting() && end.kind != Kind::team;
    return is_of_collective ? rank_of_operation(end.location, end.operation, ranks_)
                            : trace_.rank_of(LocationId(end.location));
  }
  const DependenceEnd& end(size_t i) const { return i % 2 == 0 ? list_[i / 2].cause : list_[i / 2].effect; }
  void append(const std::vector<std::vector<Condition>>& from_ranks) {
    for (const std::vector<Condition>& each : from_ranks) list_.insert(list_.end(), each.begin(), each.end());
  }

  ClockNetwork& network_;
  const CondensedTrace& trace_;
  const Nodes nodes_;
  Comm& comm_;
  const size_t ranks_;
  const size_t own_rank_;
  std::map<DependenceEnd, ForeignEvent> foreign_;
  std::vector<Condition> list_;  ///< Has those with an end on this rank, first those with the cause.
  size_t caused_here_ = 0;
  std::vector<uint32_t> ends_;  ///< Holds the nodes of each one's cause and effect, as far as they are known.
  /// Lists, by rank, the conditions whose effect, or cause, is there.
  std::vector<std::vector<uint32_t>> sent_;
  std::vector<std::vector<uint32_t>> received_;
};

ClockNetwork::ClockNetwork(const CondensedTrace& trace, const TimeWindows& windows,
                           std::vector<Condition> conditions, Nodes nodes, Comm& comm)
    : windows_(windows),
      own_locations_(trace.own_locations),
      points_(trace.locations.size()),
      before_(trace.locations.size()) {
  Builder(*this, trace, nodes, comm).build(std::move(conditions));
}

void ClockNetwork::Builder::find_foreign_events() {
  for (size_t l = 0; l < trace_.locations.size(); ++l) {
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

const ClockNetwork::Builder::ForeignEvent* ClockNetwork::Builder::foreign_event(
    const DependenceEnd& end) const {
  if (foreign_.empty() || (end.kind != Kind::receive && end.kind != Kind::collective_end)) return nullptr;
  const auto found = foreign_.find(end);
  return found == foreign_.end() ? nullptr : &found->second;
}

/// Gives each rank the conditions whose cause or effect it has.
void ClockNetwork::Builder::exchange_conditions(std::vector<Condition> conditions) {
  if (ranks_ == 1) {
    list_ = std::move(conditions);
    caused_here_ = list_.size();
    ends_.assign(2 * list_.size(), kNoNode);
    return;
  }
  std::vector<std::vector<Condition>> leaving(ranks_);
  for (const Condition& each : conditions) {
    const size_t rank = rank_of(each.cause);
    if (rank != own_rank_) leaving[rank].push_back(each);
  }
  std::erase_if(conditions, [&](const Condition& each) { return rank_of(each.cause) != own_rank_; });
  list_ = std::move(conditions);
  append(exchange(comm_, std::move(leaving)));
  caused_here_ = list_.size();
  std::vector<std::vector<Condition>> onward(ranks_);
  for (uint32_t i = 0; i < caused_here_; ++i) {
    const size_t rank = rank_of(list_[i].effect);
    if (rank == own_rank_) continue;
    onward[rank].push_back(list_[i]);
    sent_[rank].push_back(i);
  }
  const std::vector<std::vector<Condition>> effects = exchange(comm_, std::move(onward));
  auto next = static_cast<uint32_t>(caused_here_);
  for (size_t rank = 0; rank < effects.size(); ++rank)
    for (size_t i = 0; i < effects[rank].size(); ++i) received_[rank].push_back(next++);
  append(effects);
  ends_.assign(2 * list_.size(), kNoNode);
}

/// Finds the nodes of all ends on this rank, those of each location together.
void ClockNetwork::Builder::find_nodes() {
  constexpr size_t kElsewhere = SIZE_MAX;
  const size_t locations = trace_.locations.size();
  const auto location_of_end = [&](size_t i) {
    const DependenceEnd& of = end(i);
    const bool is_here = i % 2 == 0 ? i / 2 < caused_here_ : rank_of(of) == own_rank_;
    if (!is_here || of.is_meeting()) return kElsewhere;
    const ForeignEvent* const foreign = foreign_event(of);
    return foreign ? foreign->location : trace_.local(LocationId(of.location));
  };
  std::vector<DependenceEnd>& meetings = network_.meetings_;
  std::vector<size_t> first(locations + 1);
  for (size_t i = 0; i < ends_.size(); ++i) {
    const size_t l = location_of_end(i);
    if (l != kElsewhere) ++first[l + 1];
    if (end(i).is_meeting() && rank_of(end(i)) == own_rank_) meetings.push_back(end(i));
  }
  for (size_t l = 0; l < locations; ++l) first[l + 1] += first[l];
  std::vector<uint32_t> by_location(first.back());
  std::vector<size_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < ends_.size(); ++i) {
    const size_t l = location_of_end(i);
    if (l != kElsewhere) by_location[next[l]++] = static_cast<uint32_t>(i);
  }
  parallel_for(locations, [&](size_t l) {
    find_nodes(std::span(by_location).subspan(first[l], first[l + 1] - first[l]), l);
  });
  std::vector<size_t>& first_node = network_.first_node_;
  first_node.push_back(0);
  for (size_t l = 0; l < locations; ++l) {
    for (size_t i = first[l]; i < first[l + 1]; ++i) {
      uint32_t& node = ends_[by_location[i]];
      if (node != kNoNode) node += static_cast<uint32_t>(first_node.back());
    }
    first_node.push_back(first_node.back() + network_.points_[l].size());
  }
  std::ranges::sort(meetings);
  meetings.erase(std::unique(meetings.begin(), meetings.end()), meetings.end());
  for (size_t i = 0; i < ends_.size(); ++i) {
    if (!end(i).is_meeting() || rank_of(end(i)) != own_rank_) continue;
    const auto meeting = std::ranges::lower_bound(meetings, end(i)) - meetings.begin();
    ends_[i] = static_cast<uint32_t>(first_node.back() + static_cast<size_t>(meeting));
  }
}

/// Returns the points of a location, and the releases that these ends name: of the points of the same time
/// before all but the leaves of calls that had begun before, and of that in which was acquired what it
/// releases.
std::vector<ClockPoint> ClockNetwork::Builder::points_of(std::span<const uint32_t> ends, size_t l) const {
  const CondensedLocation& location = trace_.locations[l];
  std::vector<ClockPoint> points = clock_points(location, network_.windows_);
  std::vector<std::pair<size_t, ClockPoint>> releases;  // behind how many points
  for (const uint32_t i : ends) {
    if (end(i).kind != Kind::release) continue;
    const uint32_t lock = end(i).operation;
    const LockHold& hold = location.threads.locks[lock];
    const Ticks time = hold.released;
    const auto behind_leave = [&](const ClockPoint& point) {
      return point.kind == ClockPoint::Kind::leave &&
             (location.enter_of(point.index) < time || point.index == hold.call);
    };
    const auto first = std::ranges::lower_bound(points, time, {}, &ClockPoint::time);
    auto behind = static_cast<size_t>(first - points.begin());
    for (size_t at = behind; at < points.size() && points[at].time == time; ++at)
      if (behind_leave(points[at])) behind = at + 1;
    releases.emplace_back(behind, ClockPoint{time, lock, ClockPoint::Kind::release});
  }
  if (releases.empty()) return points;
  const auto order = [](const auto& each) {
    return std::tuple(each.first, each.second.time, each.second.index);
  };
  std::ranges::sort(releases, {}, order);
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  std::vector<ClockPoint> all;
  all.reserve(points.size() + releases.size());
  auto next = releases.begin();
  for (size_t i = 0; i <= points.size(); ++i) {
    for (; next != releases.end() && next->first == i; ++next) all.push_back(next->second);
    if (i < points.size()) all.push_back(points[i]);
  }
  return all;
}

/// Makes the nodes of a location, and finds which of them these ends are.
void ClockNetwork::Builder::find_nodes(std::span<uint32_t> ends, size_t l) {
  const std::vector<ClockPoint> points = points_of(ends, l);
  const PointsByEnd by_end(trace_, trace_.locations[l], points);
  std::vector<bool> is_node(points.size(), nodes_ == Nodes::all_points);
  for (const uint32_t i : ends) {
    const ForeignEvent* const foreign = foreign_event(end(i));
    const uint32_t point = foreign ? by_end.of_event(foreign->event) : by_end(end(i));
    ends_[i] = point;
    if (point != kNoNode) is_node[point] = true;
  }
  for (size_t i = 0; i < points.size(); ++i) {
    const ClockPoint::Kind kind = points[i].kind;
    if (kind == ClockPoint::Kind::first || kind == ClockPoint::Kind::last) is_node[i] = true;
  }
  std::vector<uint32_t> number(points.size());
  const auto count = static_cast<size_t>(std::ranges::count(is_node, true));
  network_.points_[l].reserve(count);
  network_.before_[l].reserve(count);
  for (size_t i = 0; i < points.size(); ++i) {
    if (!is_node[i]) continue;
    number[i] = static_cast<uint32_t>(network_.points_[l].size());
    network_.points_[l].push_back(points[i]);
    network_.before_[l].push_back(points[i == 0 ? 0 : i - 1].time);
  }
  for (const uint32_t i : ends)
    if (ends_[i] != kNoNode) ends_[i] = number[ends_[i]];
}

/// Tells the rank of each other end the nodes of those that are here.
void ClockNetwork::Builder::exchange_nodes() {
  std::vector<std::vector<uint32_t>> nodes(ranks_);
  for (size_t rank = 0; rank < ranks_; ++rank) {
    for (const uint32_t i : sent_[rank]) nodes[rank].push_back(ends_[2 * i]);
    for (const uint32_t i : received_[rank]) nodes[rank].push_back(ends_[2 * i + 1]);
  }
  nodes = exchange(comm_, std::move(nodes));
  for (size_t rank = 0; rank < ranks_; ++rank) {
    auto next = nodes[rank].begin();
    for (const uint32_t i : received_[rank]) ends_[2 * i] = *next++;
    for (const uint32_t i : sent_[rank]) ends_[2 * i + 1] = *next++;
  }
}

void ClockNetwork::Builder::make_edges() {
  const bool has_incoming = nodes_ == Nodes::all_points;
  const size_t count = network_.nodes();
  network_.is_awaited_.resize(count);
  network_.causes_.resize(count);
  network_.outgoing_.start(count);
  if (has_incoming) network_.incoming_.start(count);
  const auto for_each_edge = [&](const auto& visit_cause, const auto& visit_effect) {
    for (size_t i = 0; i < list_.size(); ++i) {
      const uint32_t cause = ends_[2 * i];
      const uint32_t effect = ends_[2 * i + 1];
      if (cause == kNoNode || effect == kNoNode) continue;
      const Condition& each = list_[i];
      const auto from = static_cast<uint32_t>(rank_of(each.cause));
      const auto to = static_cast<uint32_t>(rank_of(each.effect));
      if (from == own_rank_) visit_cause(cause, Edge{to, effect, each.latency});
      if (to == own_rank_) visit_effect(effect, Edge{from, cause, each.latency}, each.is_awaited);
    }
  };
  for_each_edge([&](size_t node, const Edge&) { network_.outgoing_.count(node); },
                [&](size_t node, const Edge&, bool is_awaited) {
                  ++network_.causes_[node];
                  if (is_awaited) network_.is_awaited_[node] = true;
                  if (has_incoming) network_.incoming_.count(node);
                });
  network_.outgoing_.sum_up();
  if (has_incoming) network_.incoming_.sum_up();
  for_each_edge([&](size_t node, const Edge& edge) { network_.outgoing_.add(node, edge); },
                [&](size_t node, const Edge& edge, bool) {
                  if (has_incoming) network_.incoming_.add(node, edge);
                });
  network_.outgoing_.finish();
  if (has_incoming) network_.incoming_.finish();
}

size_t ClockNetwork::location_of(size_t node) const {
  const auto after = std::upper_bound(first_node_.begin(), first_node_.end(), node);
  return static_cast<size_t>(after - first_node_.begin()) - 1;
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
