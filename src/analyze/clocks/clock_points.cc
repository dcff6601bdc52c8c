// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/clock_points.h"

#include <algorithm>
#include <tuple>

namespace latecomer::analyze {

namespace {

/// A point with what decides about the order of points of the same time: calls follow each other as they are
/// numbered, and what is beside calls follows the last one before it.
struct PlacedPoint {
  ClockPoint point;
  uint64_t place;
  auto order() const { return std::tuple(point.time, place, point.kind); }
};

uint64_t place_in(CallIndex call) {
  return 2 * uint64_t{call} + 1;
}

}  // namespace

CallIndex call_of(const CondensedLocation& location, const Mark& mark) {
  switch (mark.kind) {
    case MarkKind::send:
      return location.sends[mark.operation].start;
    case MarkKind::receive:
      return location.receives[mark.operation].completion;
    case MarkKind::probe:
      return location.probes[mark.operation].call;
    case MarkKind::partition:
      return location.partitioned_uses[mark.operation].call;
    case MarkKind::collective_end:
      return location.collectives[mark.operation].completion;
    case MarkKind::foreign_completion:
      return location.foreign_completions[mark.operation].call;
    case MarkKind::fork:
    case MarkKind::join:
    case MarkKind::team_begin:
    case MarkKind::team_end:
      return kNoCall;
  }
  return kNoCall;
}

std::vector<ClockPoint> clock_points(const CondensedLocation& location) {
  using Kind = ClockPoint::Kind;
  std::vector<PlacedPoint> placed;
  if (location.segments.boundary.empty()) return {};
  placed.reserve(2 * location.calls.size() + location.marks.size() + 2);
  placed.push_back({{location.first_time, 0, Kind::first}, 0});
  for (uint32_t i = 0; i < location.calls.size(); ++i) {
    const Call& call = location.calls[i];
    if (call.enter < location.first_time) continue;  // idle since before the first event
    placed.push_back({{call.enter, i, Kind::enter}, place_in(i)});
    placed.push_back({{call.leave, i, Kind::leave}, place_in(i)});
  }
  uint64_t last_place = 0;
  for (uint32_t i = 0; i < location.marks.size(); ++i) {
    const CallIndex call = call_of(location, location.marks[i]);
    const uint64_t place = call == kNoCall ? last_place + last_place % 2 : place_in(call);
    placed.push_back({{location.marks[i].time, i, Kind::mark}, place});
    last_place = place;
  }
  placed.push_back({{location.last_time, 0, Kind::last}, UINT64_MAX});
  std::stable_sort(placed.begin(), placed.end(),
                   [](const PlacedPoint& a, const PlacedPoint& b) { return a.order() < b.order(); });
  std::vector<ClockPoint> points;
  points.reserve(placed.size());
  for (const PlacedPoint& each : placed) points.push_back(each.point);
  return points;
}

}  // namespace latecomer::analyze
