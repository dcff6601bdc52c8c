// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The controlled logical clock [probing 2.2.2, 3.2].
//
// The problem: where an effect comes before its cause, one of the two clocks is wrong. Moving the effect
// alone would tear it from what happened around it, and moving everything after it can violate conditions
// that held.
//
//     recorded   a:  ---- work ------ send
//                b:  -- work -- recv ---- work ---- send ---- work ----
//
//     forward    b:  -- work ------------ recv --- work --- send --- work --      the jump, then a shift that
//                                       |                                         fades away
//     backward   b:  --- work -----------recv --- work --- send --- work --       the jump made up for
//                                                                                 by what comes before it
//
// Forward, every location goes through its points (forward_propagation.h).
//
// Backward, events only get later. That can hurt a condition only where a cause gets later, so each cause
// learns by how much it may: up to its earliest effect, be it a probe, a receive, or the end of a barrier.
// This needs one sweep over all conditions. Each location is then on its own: a shift reaches back as far as
// `stretch` allows, and where a cause limits it, the rest of the jump is spread over what lies between.
//
// Shifts fade, in both directions, so far from any violation there are none: the network is made of windows
// around violations. A shift stays within its window if it is nothing at the window's borders, and if no
// point moves beyond its end: then no effect outside of it comes before a cause, nor limits one, as every
// such effect is later than the end.
//
// Cost: O(points + edges); twice a delivery for each edge between ranks. Those that depend on each other
// follow one after the other, without the other ranks.

#include "analyze/clocks/logical_clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/clocks/check_clocks.h"
#include "analyze/clocks/forward_propagation.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;
using trace::SystemNodeId;

/// Takes a part of a length of time: at most this part of it, to the tick below.
class Part {
 public:
  explicit Part(double part) : millionths_(std::llround(part * 1e6)) {}
  Ticks of(Ticks length) const {
    return Ticks(static_cast<int64_t>(static_cast<__int128>(length.count) * millionths_ / 1'000'000));
  }

 private:
  int64_t millionths_;
};

/// Moves effects behind their causes, and lets the shifts fade.
class Shifting {
 public:
  Shifting(const ClockNetwork& network, const CondensedTrace& trace, double control_factor)
      : network_(network), trace_(trace), decay_(1 - control_factor) {
    for (size_t l = 0; l < network.locations(); ++l) shifts_.emplace_back(network.points(l).size());
  }

  /// Says what an effect may not be earlier than, and because of which node's event.
  struct Bound {
    Ticks time = Ticks::min();
    trace::SystemNodeId origin;

    bool operator<(const Bound& other) const {
      return std::pair(time, origin) < std::pair(other.time, other.origin);
    }
  };
  static Bound after(size_t, const Bound& cause, Ticks latency) {
    return {cause.time == Ticks::min() ? cause.time : cause.time + latency, cause.origin};
  }

  Bound go_to(size_t l, size_t point, const Bound& bound) {
    const std::vector<ClockPoint>& points = network_.points(l);
    const Ticks time = points[point].time;
    Shift shift = point == 0 ? Shift() : faded(shifts_[l][point - 1], time - points[point - 1].time);
    if (bound.time > time + shift.amount) shift = {bound.time - time, bound.origin};
    shifts_[l][point] = shift;
    return {time + shift.amount, node_of(trace_.definitions, trace_.locations[l].id)};
  }
  Shifts take() { return std::move(shifts_); }

 private:
  Shift faded(const Shift& before, Ticks passed) const {
    const Ticks amount = before.amount - decay_.of(passed);
    return amount > Ticks() ? Shift{amount, before.origin} : Shift();
  }

  const ClockNetwork& network_;
  const CondensedTrace& trace_;
  const Part decay_;
  Shifts shifts_;
};

/// Holds, for each node that is a cause, the latest time that its effects allow.
class Limits {
 public:
  Limits(const ClockNetwork& network, const Shifts& shifts, Comm& comm)
      : network_(network),
        messages_(comm.rank(), comm),
        limits_(network.nodes(), Ticks::max()),
        open_(network.nodes()) {
    for (size_t l = 0; l < network.locations(); ++l) {
      for (size_t i = 0; i < shifts[l].size(); ++i)
        pass_back(network.node(l, i), network.points(l)[i].time + shifts[l][i].amount);
    }
    for (size_t node = 0; node < open_.size(); ++node)
      open_[node] = static_cast<uint32_t>(network.outgoing(node).size());
    for (size_t node = 0; node < open_.size(); ++node) {
      if (network.is_meeting(node) && open_[node] == 0) pass_back(node, limits_[node]);  // nobody waits there
    }
    messages_.deliver_all([&](size_t node, Ticks limit) { take(node, limit); });
  }

  Ticks operator[](size_t node) const { return limits_[node]; }

 private:
  void take(size_t node, Ticks limit) {
    limits_[node] = std::min(limits_[node], limit);
    if (--open_[node] == 0 && network_.is_meeting(node)) pass_back(node, limits_[node]);
  }
  void pass_back(size_t node, Ticks time) {
    for (const Edge& edge : network_.incoming(node)) messages_.send(edge, time - edge.latency);
  }

  const ClockNetwork& network_;
  EdgeMessages<Ticks> messages_;
  std::vector<Ticks> limits_;
  std::vector<uint32_t> open_;  ///< Counts effects that have not said anything.
};

/// Goes through the points of one location from the last to the first, from jump to jump. Before a jump the
/// shift is a ramp, which its corners describe: the jump, and every cause that does not allow more. Together
/// they are convex, so the steepest part is next to the jump.
///
///     shift        jump                    o  the jump
///       |             o                    x  a cause that its effect limits
///       |           .'                        before it: the slope of `stretch`
///       |   ___..x'
///       |.''         '.. fading
template <class Limit>
class Smoothing {
 public:
  Smoothing(const std::vector<ClockPoint>& points, const Limit& limit, const Part& growth,
            std::vector<Shift>& shifts)
      : points_(points), limit_(limit), growth_(growth), shifts_(shifts) {}

  void run() {
    for (size_t i = shifts_.size(); i-- > 1;) {
      const Ticks before = shifts_[i].amount - growth_.of(points_[i].time - points_[i - 1].time);
      if (before <= shifts_[i - 1].amount) continue;
      corners_.assign(1, {i, shifts_[i].amount});
      const size_t begin = find_corners();
      raise(begin);
      i = begin;
    }
  }

 private:
  struct Corner {
    size_t point;
    Ticks shift;
  };

  Ticks time(const Corner& corner) const { return points_[corner.point].time; }

  /// Returns the shift of a point before the earliest corner.
  Ticks before_corners(size_t point) const {
    return corners_.back().shift - growth_.of(time(corners_.back()) - points_[point].time);
  }

  /// Returns the first point of the ramp.
  size_t find_corners() {
    for (size_t j = corners_.front().point; j-- > 0;) {
      const Ticks wanted = before_corners(j);
      if (wanted <= shifts_[j].amount) return j + 1;
      if (limit_(j) != Ticks::max() && limit_(j) - points_[j].time < wanted)
        add_corner({j, std::max(shifts_[j].amount, limit_(j) - points_[j].time)});
    }
    return 0;
  }

  void add_corner(const Corner& corner) {
    while (corners_.size() > 1 && is_above(corners_.back(), corner, corners_[corners_.size() - 2]))
      corners_.pop_back();
    corners_.push_back(corner);
  }

  /// Returns whether `middle` is above the line from `begin` to `end`.
  bool is_above(const Corner& middle, const Corner& begin, const Corner& end) const {
    const __int128 rise = (end.shift - begin.shift).count;
    const __int128 length = (time(end) - time(begin)).count;
    return (middle.shift - begin.shift).count * length > rise * (time(middle) - time(begin)).count;
  }

  /// Raises the points from `begin` up to the jump to the ramp.
  void raise(size_t begin) {
    const SystemNodeId origin = shifts_[corners_.front().point].origin;
    size_t next = 0;  // is the first corner that is not behind the point
    for (size_t j = corners_.front().point; j-- > begin;) {
      while (next < corners_.size() && corners_[next].point > j) ++next;
      const Ticks amount =
          next == corners_.size() ? before_corners(j) : between(corners_[next], corners_[next - 1], j);
      if (amount > shifts_[j].amount) shifts_[j] = {amount, origin};
    }
  }

  Ticks between(const Corner& begin, const Corner& end, size_t point) const {
    const Ticks length = time(end) - time(begin);
    if (length == Ticks()) return begin.shift;
    const __int128 rise = (end.shift - begin.shift).count;
    const __int128 part = (points_[point].time - time(begin)).count;
    return begin.shift + Ticks(static_cast<int64_t>(rise * part / length.count));
  }

  const std::vector<ClockPoint>& points_;
  const Limit& limit_;
  const Part& growth_;
  std::vector<Shift>& shifts_;
  std::vector<Corner> corners_;  ///< Holds corners, the latest first.
};

}  // namespace

Shifts advance_late_effects(const ClockNetwork& network, const CondensedTrace& trace, double control_factor,
                            Comm& comm) {
  Shifting shifting(network, trace, control_factor);
  propagate_forward(network, comm, shifting);
  return shifting.take();
}

void smooth_jumps(const ClockNetwork& network, double stretch, Comm& comm, Shifts& shifts) {
  const Limits limits(network, shifts, comm);
  const Part growth(stretch);
  parallel_for(shifts.size(), [&](size_t l) {
    const auto limit = [&](size_t point) { return limits[network.node(l, point)]; };
    Smoothing(network.points(l), limit, growth, shifts[l]).run();
  });
}

bool stay_within(const ClockNetwork& network, const Shifts& shifts, Ticks latency, Comm& comm) {
  const auto leaves_window = [&](const ClockPoint& point, Ticks shift) {
    if (shift == Ticks()) return false;
    if (point.kind == ClockPoint::Kind::border) return true;
    const Ticks end = network.windows().find(point.time)->end;
    return end != Ticks::max() && point.time + shift + latency > end;
  };
  int64_t leaving[] = {0};
  for (size_t l = 0; l < shifts.size(); ++l) {
    for (size_t i = 0; i < shifts[l].size(); ++i)
      leaving[0] += leaves_window(network.points(l)[i], shifts[l][i].amount) ? 1 : 0;
  }
  comm.sum(leaving);
  return leaving[0] == 0;
}

}  // namespace latecomer::analyze
