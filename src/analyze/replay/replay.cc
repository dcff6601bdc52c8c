// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// New times for a trace in which something takes longer, or shorter.
//
//     recorded   a:  f f f f f f | send                    f takes half as long:
//                b:  g | receive ~~~~~~~~~ | h h
//
//     replayed   a:  f f f | send
//                b:  g | receive ~~~ | h h
//
// The problem: what a change is worth depends on what comes after it: who waited for it, and what these would
// have waited for next.
//
// The idea: between two points a location has its own time, which changes as the call paths in it do; a point
// with causes comes after these as well, by the lag that the recording says (replay_conditions.cc). So every
// point that is a cause or an effect gets its time from the one before it and from its causes, in the order
// in which these are known (clocks/forward_propagation.h). The points between follow from these, and all else
// moves with the points (clocks/correct_times.cc).
//
// Of a call that waited, its own time is not known: it is the median of those calls of its function, with
// about as many bytes, that did not, and no longer than the call was.
//
// Cost: O(points + dependences) once, and O(nodes + edges of the network + entries of segments) for each
// replay.

#include "analyze/replay/replay.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <optional>

#include "analyze/clocks/forward_propagation.h"
#include "analyze/replay/changed_time.h"
#include "analyze/replay/known_lengths.h"
#include "analyze/replay/message_protocols.h"
#include "analyze/replay/replay_conditions.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Is calls that take about as long if they do not wait.
struct CallClass {
  uint32_t region = 0;
  uint32_t size = 0;  ///< Is that of the bytes that a call received as a power of two.
  auto operator<=>(const CallClass&) const = default;
};

/// Knows how long calls take that do not wait.
using CallLengths = KnownLengths<CallClass>;

/// Knows in what calls points are.
class CallsAtPoints {
 public:
  CallsAtPoints(const CondensedTrace& trace, size_t l)
      : trace_(trace), location_(trace.locations[l]), event_times_(location_.event_times.all()) {}

  /// Returns of what class the call is in which a point with causes is; nothing where that is not known.
  std::optional<CallClass> class_at(const ClockPoint& point) const {
    CallIndex call = kNoCall;
    if (point.kind == ClockPoint::Kind::leave) call = point.index;
    if (point.kind == ClockPoint::Kind::event) call = call_of(location_, event_times_[point.index]);
    if (call == kNoCall) return std::nullopt;
    const trace::RegionId region = trace_.call_tree[location_.path_of(call)].region;
    if (!region.valid()) return std::nullopt;
    return CallClass{region.value, static_cast<uint32_t>(std::bit_width(bytes_at(point)))};
  }

 private:
  uint64_t bytes_at(const ClockPoint& point) const {
    if (point.kind != ClockPoint::Kind::event) return 0;
    const EventTime& event = event_times_[point.index];
    if (event.kind != EventTimeKind::receive) return 0;
    return bytes_of(location_, location_.receives[event.operation]);
  }

  const CondensedTrace& trace_;
  const CondensedLocation& location_;
  const std::vector<EventTime> event_times_;
};

/// Returns the own time in each node of a call that waited.
std::vector<std::vector<Ticks>> own_times_of_calls(const CondensedTrace& trace, const ClockNetwork& network,
                                                   Comm& comm) {
  const size_t locations = network.locations();
  const auto length = [&](size_t l, size_t i) {
    return network.points(l)[i].time - network.time_before(l, i);
  };
  std::vector<CallLengths> of_locations(locations);
  parallel_for(locations, [&](size_t l) {
    const CallsAtPoints calls(trace, l);
    for (size_t i = 1; i < network.points(l).size(); ++i) {
      const size_t node = network.node(l, i);
      if (network.causes(node) == 0 || network.is_awaited(node)) continue;
      if (const auto of = calls.class_at(network.points(l)[i])) of_locations[l].learn(*of, length(l, i));
    }
  });
  CallLengths lengths;
  for (const CallLengths& each : of_locations) lengths.learn(each);
  constexpr double kMedian = 0.5;
  lengths.settle(comm, kMedian);
  std::vector<std::vector<Ticks>> own(locations);
  parallel_for(locations, [&](size_t l) {
    const CallsAtPoints calls(trace, l);
    own[l].resize(network.points(l).size());
    for (size_t i = 1; i < own[l].size(); ++i) {
      if (!network.is_awaited(network.node(l, i))) continue;
      if (const auto of = calls.class_at(network.points(l)[i]))
        own[l][i] = std::min(lengths.of(*of).value_or(Ticks()), length(l, i));
    }
  });
  return own;
}

}  // namespace

/// Gives every node its time.
class Replay::NewTimes {
 public:
  /// Says what an effect may not be earlier than.
  struct Bound {
    Ticks time = Ticks::min();

    bool operator<(const Bound& other) const { return time < other.time; }
  };

  NewTimes(const Replay& replay, const std::vector<const LocalLocation*>& locations,
           const OwnTimeChanges& changes, Comm& comm)
      : network_(replay.network_),
        changes_(changes),
        changed_(locations.size()),
        own_(locations.size()),
        times_(locations.size()) {
    parallel_for(locations.size(), [&](size_t l) {
      changed_[l].emplace(locations[l]->segments, changes.of(l));
      find_own_times(l, replay.own_of_calls_[l]);
    });
    propagate_forward(network_, comm, *this);
  }

  Bound go_to(size_t l, size_t point, const Bound& bound) {
    const bool begins = point == 0 && bound.time == Ticks::min();  // by itself
    const Ticks recorded = network_.points(l)[point].time;
    const Ticks own = point == 0 ? Ticks::min() : times_[l][point - 1] + own_[l][point];
    times_[l][point] = begins ? recorded : std::max(own, bound.time);
    return {times_[l][point]};
  }
  Bound after(size_t cause, const Bound& bound, Ticks latency) const {
    if (bound.time == Ticks::min() || changes_.is_network_instant) return bound;
    const bool scales = changes_.collectives != 1 && network_.is_meeting_of_collective(cause);
    return {bound.time + (scales ? scale_by(changes_.collectives, latency) : latency)};
  }

  /// Is what was looked for last, so that a time near it is found at once.
  struct Position {
    size_t node = 0;
    ChangedTime::Cursor cursor;
  };
  /// Returns when something would be that was at a time within a location.
  Ticks at(size_t l, Ticks time, Position& position) const {
    const std::vector<ClockPoint>& nodes = network_.points(l);
    const size_t next = position.node =
        search_from(position.node, nodes.size(), [&](size_t i) { return nodes[i].time <= time; });
    if (next == 0) return nodes.empty() ? time : times_[l].front() - (nodes.front().time - time);
    const auto own_until = [&](Ticks until) {
      return times_[l][next - 1] + changed_[l]->between(nodes[next - 1].time, until, position.cursor);
    };
    const Ticks before = next == nodes.size() ? time : network_.time_before(l, next);
    if (time <= before) return own_until(time);
    const Ticks from = own_until(before);
    return from + scale(time - before, times_[l][next] - from, nodes[next].time - before);
  }

  Ticks end(size_t l) const { return times_[l].empty() ? Ticks::min() : times_[l].back(); }

  /// Returns the times of all points of a location: between nodes they follow each other as its own do.
  PointTimes all(const CondensedLocation& location, size_t l) const {
    PointTimes all{clock_points(location), {}};
    all.corrected.reserve(all.points.size());
    const std::vector<ClockPoint>& nodes = network_.points(l);
    // Releases are no points of the trace; they follow from the node before.
    const auto from = [&](size_t node) {
      while (node < nodes.size() && nodes[node].kind == ClockPoint::Kind::release) ++node;
      return node;
    };
    size_t last = 0;
    size_t next = from(0);
    ChangedTime::Cursor cursor;
    for (const ClockPoint& point : all.points) {
      if (next < nodes.size() && nodes[next] == point) {
        last = next;
        next = from(next + 1);
      }
      all.corrected.push_back(times_[l][last] + changed_[l]->between(nodes[last].time, point.time, cursor));
    }
    return all;
  }

 private:
  void find_own_times(size_t l, const std::vector<Ticks>& own_of_calls) {
    const std::vector<ClockPoint>& points = network_.points(l);
    own_[l].resize(points.size());
    times_[l].resize(points.size());
    ChangedTime::Cursor cursor;
    for (size_t i = 1; i < points.size(); ++i) {
      const bool is_awaited = network_.is_awaited(network_.node(l, i));
      const Ticks end = is_awaited ? network_.time_before(l, i) : points[i].time;
      own_[l][i] = changed_[l]->between(points[i - 1].time, end, cursor) +
                   changed_[l]->of_call(end, own_of_calls[i], cursor);
    }
  }

  const ClockNetwork& network_;
  const OwnTimeChanges& changes_;
  std::vector<std::optional<ChangedTime>> changed_;  ///< Holds the own time of each location.
  std::vector<std::vector<Ticks>> own_;              ///< Holds, by location, the own time before each node.
  std::vector<std::vector<Ticks>> times_;            ///< Holds, by location, the new time of each node.
};

Replay::Replay(const Dependences& dependences, const HandOvers& windows, const Transport& transport,
               Comm& comm)
    : network_(dependences.trace(), TimeWindows::whole_run(),
               replay_conditions(dependences, windows, transport, comm), ClockNetwork::Nodes::ends, comm),
      own_of_calls_(own_times_of_calls(dependences.trace(), network_, comm)) {}

std::vector<PointTimes> Replay::times(const CondensedTrace& trace, const OwnTimeChanges& changes,
                                      Comm& comm) const {
  const NewTimes new_times(*this, list_locations(trace), changes, comm);
  std::vector<PointTimes> times(trace.locations.size());
  parallel_for(times.size(), [&](size_t l) {
    times[l] = new_times.all(trace.locations[l], l);
    times[l].factors = changes.of(l);
  });
  return times;
}

std::vector<Ticks> Replay::ends(const std::vector<const LocalLocation*>& locations,
                                const OwnTimeChanges& changes, Comm& comm) const {
  const NewTimes new_times(*this, locations, changes, comm);
  std::vector<Ticks> ends;
  for (size_t l = 0; l < locations.size(); ++l) ends.push_back(new_times.end(l));
  return ends;
}

void Replay::for_each_location(const std::vector<const LocalLocation*>& locations,
                               const OwnTimeChanges& changes, Comm& comm,
                               const std::function<void(size_t, const NewTime&)>& visit) const {
  const NewTimes new_times(*this, locations, changes, comm);
  parallel_for(locations.size(), [&](size_t l) {
    NewTimes::Position position;
    visit(l, [&](Ticks time) { return new_times.at(l, time, position); });
  });
}

}  // namespace latecomer::analyze
