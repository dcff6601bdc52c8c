// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_points.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/model/time_factors.h"

namespace latecomer::analyze {

/// Holds a location's points and, for each, its new time: never less than that of the point before. It is
/// empty where nothing moves.
struct PointTimes {
  std::vector<ClockPoint> points;
  std::vector<Ticks> corrected;
  TimeFactors factors = {};  ///< Says how the parts of a segment change in proportion to each other.

  /// Is a time between two points at which the location began to do something else.
  struct Between {
    Ticks time;
    Ticks corrected;
  };
  std::vector<Between> between = {};  ///< Holds those where not all changes in the same proportion.

  /// Returns the new time of any time: linear between two that are known, and beyond the first and the last
  /// point as far from these as before. Where several points have that time, it is that of the first.
  Ticks operator()(Ticks time) const;
  /// Returns the new time of `time` where it is known which is the first point that is not before it.
  Ticks before_point(size_t next, Ticks time) const;
};

/// Gives everything in the trace its new time; `times` has one element per location. Between two points a
/// segment's profile is scaled with its length. Its cost is O(points + entries of segments).
void correct_times(CondensedTrace& trace, const std::vector<PointTimes>& times);

}  // namespace latecomer::analyze
