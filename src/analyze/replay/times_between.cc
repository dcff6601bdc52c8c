// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// New times between the points of a location.
//
//     points       |                               |
//     recorded     | f f f f f f f f | g g g | f f |      f takes half as long
//     replayed     | f f f f | g g g | f |
//                            ^       ^
//
// The problem: a replay gives new times to points. Between two of them not all has to move linearly.
//
// The idea: the recorded activities say when the location did what, so each gets a part of the new length
// in proportion to what it takes now. Where all between two points changes alike, nothing is to be said.
//
// Cost: O(points + activities).

#include "analyze/replay/times_between.h"

#include <algorithm>
#include <memory>

#include "analyze/model/recorded_timeline.h"

namespace latecomer::analyze {

namespace {

/// Is a part of the time between two points, with its length when it is changed.
struct Part {
  Ticks end;
  Ticks length;
  double factor;
};

class PartsBetween {
 public:
  PartsBetween(const CondensedLocation& location, const TimeFactors& factors)
      : location_(location), factors_(factors), activities_(location.recorded->activities.rows()) {}

  /// Returns the parts from `begin` to `end`, which are not before those of the last call; `before` is what
  /// `begin` is in the segments' time.
  std::vector<Part> parts(Ticks begin, Ticks end, Ticks before) {
    const TickList& boundaries = location_.segments.boundaries();
    while (segment_ + 1 < location_.segments.size() && boundaries[segment_ + 1] <= before) ++segment_;
    while (next_ < activities_.size() && activities_[next_].end <= begin) ++next_;
    std::vector<Part> parts;
    for (size_t i = next_; i < activities_.size() && activities_[i].begin < end; ++i) {
      const store::Activity& each = activities_[i];
      const double factor = each.path.valid() ? factors_.of(segment_, each.path) : 1;
      const Ticks until = std::min(each.end, end);
      const Ticks from = std::max(each.begin, begin);
      if (until > from) parts.push_back({until, scale_by(factor, until - from), factor});
    }
    return parts;
  }

 private:
  const CondensedLocation& location_;
  const TimeFactors& factors_;
  std::span<const store::Activity> activities_;
  size_t next_ = 0;
  size_t segment_ = 0;
};

}  // namespace

std::vector<PointTimes::Between> times_between(const CondensedLocation& location, const PointTimes& times,
                                               std::span<const Ticks> before) {
  std::vector<PointTimes::Between> between;
  if (times.factors.empty() || !location.recorded) return between;
  PartsBetween all(location, times.factors);
  for (size_t i = 0; i + 1 < times.points.size(); ++i) {
    const Ticks begin = times.points[i].time;
    const Ticks end = times.points[i + 1].time;
    if (begin >= end) continue;
    const std::vector<Part> parts = all.parts(begin, end, before[i]);
    const auto is_alike = [&](const Part& part) { return part.factor == parts.front().factor; };
    if (std::ranges::all_of(parts, is_alike)) continue;
    Ticks length;
    for (const Part& part : parts) length += part.length;
    Ticks until;
    for (const Part& part : parts) {
      until += part.length;
      if (part.end == end || length == Ticks()) continue;
      const Ticks passed = scale(until, times.corrected[i + 1] - times.corrected[i], length);
      between.push_back({part.end, times.corrected[i] + passed});
    }
  }
  return between;
}

}  // namespace latecomer::analyze
