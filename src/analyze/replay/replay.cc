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
// Of a call that waited, its own time is not known: it is the median of those calls of its function that did
// not, and no longer than the call was.
//
// Cost: O(points + dependences + entries of segments).

#include "analyze/replay/replay.h"

#include <algorithm>

#include "analyze/clocks/clock_network.h"
#include "analyze/clocks/forward_propagation.h"
#include "analyze/replay/changed_time.h"
#include "analyze/replay/known_lengths.h"
#include "analyze/replay/replay_conditions.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

const TimeFactors& factors_of(const OwnTimeChanges& changes, size_t l) {
  static const TimeFactors kUnchanged;
  return changes.factors.empty() ? kUnchanged : changes.factors[l];
}

/// Knows how long calls take that do not wait, by their region's number.
using CallLengths = KnownLengths<uint32_t>;

/// Gives every node its time.
class Replaying {
 public:
  /// Says what an effect may not be earlier than.
  struct Bound {
    Ticks time = Ticks::min();

    bool operator<(const Bound& other) const { return time < other.time; }
    Bound after(Ticks latency) const { return {time == Ticks::min() ? time : time + latency}; }
  };

  Replaying(const CondensedTrace& trace, const ClockNetwork& network, const std::vector<ChangedTime>& changed,
            bool instant_network, Comm& comm)
      : network_(network) {
    std::vector<CallLengths> of_locations(trace.locations.size());
    CallLengths lengths;  // of calls on an instant network, none are known: they take no time
    if (!instant_network) {
      parallel_for(of_locations.size(), [&](size_t l) { learn(trace, l, of_locations[l]); });
      for (const CallLengths& each : of_locations) lengths.learn(each);
    }
    constexpr double kMedian = 0.5;
    lengths.settle(comm, kMedian);
    own_.resize(trace.locations.size());
    times_.resize(trace.locations.size());
    parallel_for(own_.size(), [&](size_t l) { find_own_times(trace, l, changed[l], lengths); });
  }

  Bound go_to(size_t l, size_t point, const Bound& bound) {
    const Ticks own = point == 0 ? network_.points(l).front().time : times_[l][point - 1] + own_[l][point];
    times_[l][point] = std::max(own, bound.time);
    return {times_[l][point]};
  }

  /// Returns the times of all points of a location: between nodes they follow each other as its own do.
  PointTimes all_times(const CondensedLocation& location, size_t l, const ChangedTime& changed) const {
    PointTimes all{clock_points(location), {}};
    all.corrected.reserve(all.points.size());
    const std::vector<ClockPoint>& nodes = network_.points(l);
    size_t next = 0;
    ChangedTime::Cursor cursor;
    for (const ClockPoint& point : all.points) {
      const bool is_node = next < nodes.size() && nodes[next] == point;
      if (is_node) ++next;
      const Ticks since = is_node ? Ticks() : changed.between(nodes[next - 1].time, point.time, cursor);
      all.corrected.push_back(times_[l][next - 1] + since);
    }
    return all;
  }

 private:
  Ticks length(size_t l, size_t point) const {
    return network_.points(l)[point].time - network_.time_before(l, point);
  }

  /// Returns the region of the call in which a point with causes is; invalid where that is not known.
  static trace::RegionId region_at(const CondensedTrace& trace, const CondensedLocation& location,
                                   const ClockPoint& point, const std::vector<EventTime>& event_times) {
    CallIndex call = kNoCall;
    if (point.kind == ClockPoint::Kind::leave) call = point.index;
    if (point.kind == ClockPoint::Kind::event) call = call_of(location, event_times[point.index]);
    return call == kNoCall ? trace::RegionId() : trace.call_tree[location.path_of(call)].region;
  }

  void learn(const CondensedTrace& trace, size_t l, CallLengths& lengths) const {
    const CondensedLocation& location = trace.locations[l];
    const std::vector<EventTime> event_times = location.event_times.all();
    for (size_t i = 1; i < network_.points(l).size(); ++i) {
      const size_t node = network_.node(l, i);
      if (network_.causes(node) == 0 || network_.is_awaited(node)) continue;
      const trace::RegionId region = region_at(trace, location, network_.points(l)[i], event_times);
      if (region.valid()) lengths.learn(region.value, length(l, i));
    }
  }

  void find_own_times(const CondensedTrace& trace, size_t l, const ChangedTime& changed,
                      const CallLengths& lengths) {
    const CondensedLocation& location = trace.locations[l];
    const std::vector<EventTime> event_times = location.event_times.all();
    const std::vector<ClockPoint>& points = network_.points(l);
    own_[l].resize(points.size());
    times_[l].resize(points.size());
    ChangedTime::Cursor cursor;
    for (size_t i = 1; i < points.size(); ++i) {
      if (!network_.is_awaited(network_.node(l, i))) {
        own_[l][i] = changed.between(points[i - 1].time, points[i].time, cursor);
        continue;
      }
      own_[l][i] = changed.between(points[i - 1].time, network_.time_before(l, i), cursor);
      const trace::RegionId region = region_at(trace, location, points[i], event_times);
      if (region.valid()) own_[l][i] += std::min(lengths.of(region.value).value_or(Ticks()), length(l, i));
    }
  }

  const ClockNetwork& network_;
  std::vector<std::vector<Ticks>> own_;    ///< Holds, by location, the own time before each node.
  std::vector<std::vector<Ticks>> times_;  ///< Holds, by location, the new time of each node.
};

}  // namespace

std::vector<PointTimes> replay(const Dependences& dependences, const HandOvers& windows,
                               const OwnTimeChanges& changes, Comm& comm) {
  const CondensedTrace& trace = dependences.trace();
  std::vector<ChangedTime> changed;
  for (size_t l = 0; l < trace.locations.size(); ++l)
    changed.emplace_back(trace.locations[l].segments, factors_of(changes, l));
  const TimeWindows whole_run = TimeWindows::whole_run();
  const ClockNetwork network(trace, whole_run,
                             replay_conditions(dependences, windows, changed, changes.network, comm),
                             ClockNetwork::Nodes::ends, comm);
  Replaying replaying(trace, network, changed, changes.network.is_instant, comm);
  propagate_forward(network, trace, comm, replaying);
  std::vector<PointTimes> result(trace.locations.size());
  parallel_for(result.size(), [&](size_t l) {
    result[l] = replaying.all_times(trace.locations[l], l, changed[l]);
    result[l].factors = factors_of(changes, l);
  });
  return result;
}

}  // namespace latecomer::analyze
