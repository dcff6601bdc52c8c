// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The corrected times of all events of a location, from those of its points.
//
// The problem: only points have a new time. Events are read again, without a number that says which is which.
//
// The idea: events and points are in the same order, so the next event of a point's time and kind, and of its
// region, is that point. An event that is no point moves with the two points around it:
//
//     events   enter f   enter MPI_Send   send   leave   leave f
//     points                 enter        event  leave
//
// Cost: O(events + points).

#include "analyze/clocks/event_correction.h"

#include <algorithm>

namespace latecomer::analyze {

namespace {

using trace::EventKind;
using Kind = ClockPoint::Kind;

bool is_event_of(EventKind event, EventTimeKind kind) {
  switch (kind) {
    case EventTimeKind::send:
      return event == EventKind::send || event == EventKind::isend;
    case EventTimeKind::receive:
      return event == EventKind::recv || event == EventKind::irecv;
    case EventTimeKind::probe:
      return event == EventKind::probe;
    case EventTimeKind::partition:
      return event == EventKind::psend_request || event == EventKind::precv_request ||
             event == EventKind::pready || event == EventKind::parrived ||
             event == EventKind::psend_complete || event == EventKind::precv_complete;
    case EventTimeKind::collective_end:
      return event == EventKind::collective_end || event == EventKind::icollective_complete ||
             event == EventKind::rma_collective_end || event == EventKind::io_create_handle;
    case EventTimeKind::foreign_completion:
      return event == EventKind::irecv || event == EventKind::icollective_complete;
    case EventTimeKind::fork:
      return event == EventKind::thread_fork;
    case EventTimeKind::join:
      return event == EventKind::thread_join;
    case EventTimeKind::team_begin:
      return event == EventKind::team_begin;
    case EventTimeKind::team_end:
      return event == EventKind::team_end;
  }
  return false;
}

Kind point_kind(EventKind event) {
  switch (event) {
    case EventKind::enter:
    case EventKind::program_begin:
      return Kind::enter;
    case EventKind::leave:
    case EventKind::program_end:
      return Kind::leave;
    default:
      return Kind::event;
  }
}

/// Returns whether an event of one kind can come although a point of another kind before it has had none.
/// Calls that are only times between teams, or outside of any region, have neither an enter nor a leave.
bool may_skip(Kind point, Kind event) {
  return point == Kind::first || event == Kind::event || (event == Kind::enter && point == Kind::leave);
}

}  // namespace

bool EventCorrection::is_point(const ClockPoint& point, const trace::Event& event) const {
  if (point.kind != point_kind(event.kind)) return false;
  if (point.kind == Kind::event) return is_event_of(event.kind, event_times_[point.index].kind);
  const trace::RegionId region = trace_.call_tree[location_.path_of(point.index)].region;
  return region == event.region || !event.region.valid();
}

Ticks EventCorrection::next(const trace::Event& event) {
  now_ = std::max(now_, event.time);  // is as when it was condensed
  const std::vector<ClockPoint>& points = times_.points;
  for (; point_ < points.size() && points[point_].time < now_; ++point_)
    last_ = std::max(last_, times_.corrected[point_]);
  for (size_t i = point_; i < points.size() && points[i].time == now_; ++i) {
    if (is_point(points[i], event)) {
      point_ = i + 1;
      return last_ = std::max(last_, times_.corrected[i]);
    }
    if (!may_skip(points[i].kind, point_kind(event.kind))) break;
  }
  const bool among_points = point_ > 0 && points[point_ - 1].time == now_;
  return last_ = among_points ? last_ : std::max(last_, times_.before_point(point_, now_));
}

}  // namespace latecomer::analyze
