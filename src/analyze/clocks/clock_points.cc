// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// In which order the events of a location with corrected times come.
//
// The problem: several points can have the same time, and the correction must not let a call be left before
// it was entered, or an event leave its call.
//
// The idea: calls are numbered in the order of their enters, so a point comes behind the enter of the last
// call that began before it. Points of one time are sorted by that, and then by where in the calls they are:
//
//     call 0:       | enter ................................ leave |
//     call 1:               | enter ... event ... leave |
//     calls begun:     1        2         2        2           2, an outer call's: behind leave of call 1
//
// Cost: O(points), which mostly are in order already, and sorting where they are not.

#include "analyze/clocks/clock_points.h"

#include <algorithm>
#include <tuple>

namespace latecomer::analyze {

namespace {

/// Is a point with what decides about the order of points of the same time.
struct OrderedPoint {
  ClockPoint point;
  uint64_t position;
  auto order() const {
    // Inner calls are left first.
    const uint32_t tie = point.kind == ClockPoint::Kind::leave ? ~point.index : point.index;
    return std::tuple(point.time, position, point.kind, tie);
  }
};

/// Calls follow each other as they are numbered, so points are placed behind the enter of the last call that
/// began before them: what is in that call and its leave, unless others began before that; what is in calls
/// around it; the leaves of these; what is beside calls.
enum class Behind : uint8_t { in_call, in_outer_call, outer_leave, beside };

uint64_t position(uint64_t calls_before, Behind behind) {
  return 4 * calls_before + static_cast<uint64_t>(behind);
}

/// Returns how many calls had begun when one of them was left, as far as that can be known.
CallIndex calls_before_leave(const CondensedLocation& location, CallIndex of) {
  const Call call = location.call(of);
  CallIndex next = of + 1;
  for (; next < location.calls.size(); ++next) {
    const Ticks enter = location.enter_of(next);
    const bool within_next = enter < call.enter;  // it is of a region that became a call later
    if (within_next || call.leave <= enter) break;
  }
  return next;
}

/// Returns how many calls had begun at an event beside calls.
CallIndex calls_before(const ThreadWork& threads, const EventTime& event) {
  switch (event.kind) {
    case EventTimeKind::fork:
      return threads.forks[event.operation].calls_before_fork;
    case EventTimeKind::join:
      return threads.forks[event.operation].calls_before_join;
    case EventTimeKind::team_begin:
      return threads.parts[event.operation].calls_before_begin;
    case EventTimeKind::team_end:
      return threads.parts[event.operation].calls_before_end;
    default:
      return 0;
  }
}

std::vector<OrderedPoint> ordered_events(const CondensedLocation& location, const TimeWindows& windows) {
  std::vector<OrderedPoint> ordered;
  CallIndex begun = 0;
  uint32_t events = 0;
  location.event_times.for_each([&](const EventTime& event) {
    const CallIndex call = call_of(location, event);
    uint64_t at = 0;
    if (call == kNoCall) {
      at = position(calls_before(location.threads, event), Behind::beside);
    } else {
      at = call + 1 < begun ? position(begun, Behind::in_outer_call) : position(call + 1, Behind::in_call);
      begun = std::max(begun, call + 1);
    }
    if (windows.contains(event.time)) ordered.push_back({{event.time, events, ClockPoint::Kind::event}, at});
    ++events;
  });
  return ordered;
}

// Returns whether the location begins with the idle call: its first point is that of the call, too.
bool is_first_idle(const ThreadWork& threads, CallIndex call) {
  return !threads.idle.empty() && threads.idle.front().call == call;
}

// Returns whether the location ends with the idle call: its last point is that of the call, too.
bool is_last_idle(const ThreadWork& threads, CallIndex call) {
  return threads.is_idle_at_end && threads.idle.back().call == call;
}

bool is_before(const OrderedPoint& a, const OrderedPoint& b) {
  return a.order() < b.order();
}

/// Sorts points unless they are sorted, as they mostly are, because calls within others are rare.
void sort_unless_sorted(std::vector<OrderedPoint>& ordered) {
  if (!std::is_sorted(ordered.begin(), ordered.end(), is_before))
    std::stable_sort(ordered.begin(), ordered.end(), is_before);
}

}  // namespace

CallIndex call_of(const CondensedLocation& location, const EventTime& event) {
  switch (event.kind) {
    case EventTimeKind::send:
      return location.sends[event.operation].start;
    case EventTimeKind::receive:
      return location.receives[event.operation].completion;
    case EventTimeKind::probe:
      return location.probes[event.operation].call;
    case EventTimeKind::partition:
      return location.partitioned_uses[event.operation].call;
    case EventTimeKind::collective_end:
      return location.collectives[event.operation].completion;
    case EventTimeKind::foreign_completion:
      return location.foreign_completions[event.operation].call;
    case EventTimeKind::fork:
    case EventTimeKind::join:
    case EventTimeKind::team_begin:
    case EventTimeKind::team_end:
      return kNoCall;
  }
  return kNoCall;
}

std::vector<ClockPoint> clock_points(const CondensedLocation& location) {
  return clock_points(location, TimeWindows::whole_run());
}

std::vector<ClockPoint> clock_points(const CondensedLocation& location, const TimeWindows& windows) {
  using Kind = ClockPoint::Kind;
  if (location.segments.empty()) return {};  // there are no events
  std::vector<OrderedPoint> calls;
  const auto add = [&](Ticks time, uint32_t index, Kind kind, uint64_t at) {
    if (windows.contains(time)) calls.push_back({{time, index, kind}, at});
  };
  add(location.first_time, 0, Kind::first, 0);
  for (uint32_t i = 0; i < location.calls.size(); ++i) {
    const Call call = location.call(i);
    if (!is_first_idle(location.threads, i))
      add(call.enter, i, Kind::enter, position(i + 1, Behind::in_call));
    if (is_last_idle(location.threads, i) || !windows.contains(call.leave)) continue;
    const CallIndex before = calls_before_leave(location, i);
    add(call.leave, i, Kind::leave,
        position(before, before == i + 1 ? Behind::in_call : Behind::outer_leave));
  }
  add(location.last_time, 0, Kind::last, UINT64_MAX);
  for (const TimeSpan& window : windows.all()) {
    if (window.begin > location.first_time) add(window.begin, 0, Kind::border, 0);
    if (window.end < location.last_time) add(window.end, 0, Kind::border, UINT64_MAX);
  }
  std::vector<OrderedPoint> event_times = ordered_events(location, windows);
  sort_unless_sorted(calls);
  sort_unless_sorted(event_times);
  std::vector<OrderedPoint> all(calls.size() + event_times.size());
  std::merge(calls.begin(), calls.end(), event_times.begin(), event_times.end(), all.begin(), is_before);
  std::vector<ClockPoint> points;
  points.reserve(all.size());
  for (const OrderedPoint& each : all) points.push_back(each.point);
  return points;
}

}  // namespace latecomer::analyze
