// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// New times for the condensed model.
//
// The problem: the correction of clocks knows the new times of points only: the first and the last event, the
// enters and leaves of calls, and events with times of their own. The model has more times than these, and
// sums over segments.
//
//     points      first      enter event leave              fork begin            last
//     old           |---------|-----x-----|---------:---------x--x------------------|
//     boundaries    |         |           |         |         |  |                  |
//     new           |---------|-------x---------|-----------:-----------x--x--------|
//
// The idea: what is at a point gets the point's new time, and everything else keeps its position between two
// points. A boundary of segments mostly is the enter or leave of a call, a fork or the like; where several
// points have the same time, boundaries follow them in their order. A segment's entries are scaled so that
// they sum up to its new length exactly: the sum of the first of them is scaled and rounded down, then that
// of the first two, and so on. A segment that had no length gives what it gets to the call path that was
// open.
//
// At last moves what belongs to several threads. Cost: O(points + entries of segments).

#include "analyze/clocks/correct_times.h"

#include <algorithm>
#include <span>

#include "analyze/model/find_ready_calls.h"
#include "base/check.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using Kind = ClockPoint::Kind;

/// Moves what happens at an event.
void correct_event_time(CondensedLocation& location, const EventTime& event, Ticks time) {
  ThreadWork& threads = location.threads;
  switch (event.kind) {
    case EventTimeKind::send:
    case EventTimeKind::receive:
    case EventTimeKind::probe:
      return;
    case EventTimeKind::partition:
      location.partitioned_uses[event.operation].time = time;
      return;
    case EventTimeKind::collective_end:
      location.collectives[event.operation].end = time;
      return;
    case EventTimeKind::foreign_completion:
      location.foreign_completions[event.operation].event.time = time;
      return;
    case EventTimeKind::fork:
      threads.forks[event.operation].time = time;
      return;
    case EventTimeKind::join:
      threads.forks[event.operation].join = time;
      return;
    case EventTimeKind::team_begin:
    case EventTimeKind::team_end: {
      const TeamPart& part = threads.parts[event.operation];
      if (part.leader != location.id) return;
      (event.kind == EventTimeKind::team_begin ? threads.forks[part.fork].begin
                                               : threads.forks[part.fork].end) = time;
    }
  }
}

/// Moves the event times and all times that are theirs.
void correct_event_times(CondensedLocation& location, const PointTimes& times) {
  // Not all completions have event times, nor do teams that never end.
  for (ForeignCompletion& each : location.foreign_completions) each.event.time = times(each.event.time);
  for (TeamFork& fork : location.threads.forks) {
    if (fork.end >= location.last_time) fork.end += times.corrected.back() - location.last_time;
  }
  const std::vector<EventTime> event_times = location.event_times.all();
  std::vector<Ticks> corrected(event_times.size());
  for (size_t i = 0; i < times.points.size(); ++i) {
    const ClockPoint& point = times.points[i];
    if (point.kind != Kind::event) continue;
    corrected[point.index] = times.corrected[i];
    correct_event_time(location, event_times[point.index], times.corrected[i]);
  }
  location.event_times.renew(corrected);
}

/// Moves what remains of a location when the event times of all locations have moved.
class LocationCorrection {
 public:
  LocationCorrection(const CondensedTrace& trace, CondensedLocation& location, const PointTimes& times)
      : trace_(trace),
        location_(location),
        times_(times),
        event_times_(location.event_times.all()),
        calls_(location.calls.all(location.segments)) {}

  void run() {
    correct_locks();
    correct_calls();
    correct_boundaries();
    location_.segments.stretch(
        boundary_, [&](size_t segment) { return path_between(segment); },
        [&](size_t segment, const PathTime& part) { return weight_of(segment, part); });
    location_.calls.renew(calls_, location_.segments);
    location_.first_time = times_.corrected.front();
    location_.last_time = times_.corrected.back();
    location_.open.enter = times_(location_.open.enter);
    location_.open.last_event = times_(location_.open.last_event);
    sum_up_paths();
  }

 private:
  static constexpr uint32_t kNoPoint = UINT32_MAX;

  const ClockPoint& point(size_t i) const { return times_.points[i]; }
  Ticks corrected(size_t i) const { return times_.corrected[i]; }

  Ticks weight_of(size_t segment, const PathTime& part) const {
    return times_.factors.empty() ? part.time : scale_by(times_.factors.of(segment, part.path), part.time);
  }

  /// Corrects locks while calls have their old times.
  void correct_locks() {
    if (location_.threads.locks.empty()) return;
    std::vector<Ticks> enter(calls_.size());
    std::vector<Ticks> leave(calls_.size());
    for (size_t i = 0; i < times_.points.size(); ++i) {
      if (point(i).kind == Kind::enter) enter[point(i).index] = corrected(i);
      if (point(i).kind == Kind::leave) leave[point(i).index] = corrected(i);
    }
    for (LockHold& hold : location_.threads.locks) {
      if (hold.call == kNoCall) {
        hold.requested = hold.acquired = hold.released = times_(hold.released);
        continue;
      }
      const bool from_enter = hold.requested == calls_[hold.call].enter;
      hold.requested = from_enter ? enter[hold.call] : std::max(enter[hold.call], times_(hold.requested));
      hold.acquired = std::max(hold.requested, std::min(times_(hold.acquired), leave[hold.call]));
      if (hold.released != Ticks::max()) hold.released = std::max(hold.acquired, times_(hold.released));
    }
  }

  void correct_calls() {
    for (size_t i = 0; i < times_.points.size(); ++i) {
      if (point(i).kind == Kind::enter) calls_[point(i).index].enter = corrected(i);
      if (point(i).kind == Kind::leave) calls_[point(i).index].leave = corrected(i);
    }
    const ThreadWork& threads = location_.threads;
    if (!threads.idle.empty()) calls_[threads.idle.front().call].enter = times_.corrected.front();
    if (threads.is_idle_at_end) calls_[threads.idle.back().call].leave = times_.corrected.back();
  }

  void correct_boundaries() {
    const TickList& old = location_.segments.boundaries();
    boundary_.resize(old.size());
    point_at_.assign(old.size(), kNoPoint);
    size_t begin = 0;
    size_t first_point = 0;
    while (begin < old.size()) {
      size_t end = begin + 1;
      while (end < old.size() && old[end] == old[begin]) ++end;
      while (first_point < times_.points.size() && point(first_point).time < old[begin]) ++first_point;
      size_t last_point = first_point;
      while (last_point < times_.points.size() && point(last_point).time == old[begin]) ++last_point;
      if (first_point == last_point)
        std::fill(boundary_.begin() + static_cast<ptrdiff_t>(begin),
                  boundary_.begin() + static_cast<ptrdiff_t>(end), times_(old[begin]));
      else
        set_boundaries(begin, end, first_point, last_point);
      begin = end;
      first_point = last_point;
    }
  }

  /// Says how sure it is that a point is a boundary.
  enum class Certainty : uint8_t { none, perhaps, likely, certain };

  Certainty is_boundary(const ClockPoint& point) const {
    if (point.kind == Kind::event) {
      switch (event_times_[point.index].kind) {
        case EventTimeKind::fork:
        case EventTimeKind::join:
        case EventTimeKind::team_begin:
        case EventTimeKind::team_end:
          return Certainty::perhaps;
        default:
          return Certainty::none;
      }
    }
    if (point.kind == Kind::first || point.kind == Kind::last || !is_idle(point.index))
      return Certainty::certain;
    // An idle period begins at a boundary that may be that of what came before, and the first can be empty.
    const bool has_length = location_.enter_of(point.index) < location_.leave_of(point.index);
    return point.kind == Kind::leave && has_length ? Certainty::certain : Certainty::likely;
  }

  bool is_idle(CallIndex call) const {
    const std::vector<IdlePeriod>& idle = location_.threads.idle;
    const auto found = std::lower_bound(idle.begin(), idle.end(), call,
                                        [](const IdlePeriod& each, CallIndex i) { return each.call < i; });
    return found != idle.end() && found->call == call;
  }

  /// Gives boundaries [begin, end) the times of points [first, last), all of the same old time.
  void set_boundaries(size_t begin, size_t end, size_t first, size_t last) {
    size_t left[] = {0, 0, 0, 0};  // counts boundaries of each certainty
    for (size_t i = first; i < last; ++i) ++left[static_cast<size_t>(is_boundary(point(i)))];
    size_t boundaries = end - begin;
    left[0] = 0;
    for (const Certainty each : {Certainty::certain, Certainty::likely, Certainty::perhaps}) {
      size_t& count = left[static_cast<size_t>(each)];
      count = std::min(count, boundaries);
      boundaries -= count;
    }
    for (size_t i = first; i < last; ++i) {
      size_t& count = left[static_cast<size_t>(is_boundary(point(i)))];
      if (count > 0) {
        --count;
        boundary_[begin] = corrected(i);
        point_at_[begin++] = static_cast<uint32_t>(i);
      } else if (is_boundary(point(i)) == Certainty::likely && begin > 0) {
        Call& idle = calls_[point(i).index];
        (point(i).kind == Kind::enter ? idle.enter : idle.leave) = boundary_[begin - 1];
      }
    }
    for (; begin < end; ++begin) boundary_[begin] = corrected(last - 1);
  }

  /// Returns the call path that was open between a boundary and the next of the same old time.
  CallPathId path_between(size_t segment) {
    const ClockPoint* const begin = call_point_at(segment);
    const ClockPoint* const end = call_point_at(segment + 1);
    if (end && end->kind == Kind::leave) return calls_[end->index].path;
    if (begin && begin->kind == Kind::enter) return calls_[begin->index].path;
    if (end) return path_around(end->index);
    if (begin) return path_around(begin->index);
    // The boundary is a fork, a join or the like: the path is what it was before.
    for (size_t i = segment; i > 0; --i) {
      const CallPathId path = last_path(i - 1);
      if (path.valid()) return path;
    }
    return location_.paths.front();
  }

  CallPathId last_path(size_t segment) const {
    CallPathId last;
    location_.segments.for_each(segment, [&](CallPathId path, Ticks) { last = path; });
    return last;
  }

  /// Returns the enter or leave of a call that is the boundary; null if it is none.
  const ClockPoint* call_point_at(size_t boundary) const {
    if (point_at_[boundary] == kNoPoint) return nullptr;
    const ClockPoint& at = point(point_at_[boundary]);
    return at.kind == Kind::enter || at.kind == Kind::leave ? &at : nullptr;
  }

  /// Returns where a call was called; outside of any region if the location has ever been there.
  CallPathId path_around(CallIndex call) const {
    const CallPathId path = calls_[call].path;
    if (is_idle(call)) return path;
    const CallPathId parent = trace_.call_tree[path].parent;
    if (parent.valid()) return parent;
    const auto outside =
        std::find_if(location_.paths.begin(), location_.paths.end(), [&](CallPathId candidate) {
          const CallTree::Node& node = trace_.call_tree[candidate];
          return !node.parent.valid() && !node.region.valid();
        });
    return outside == location_.paths.end() ? path : *outside;
  }

  void sum_up_paths() {
    uint32_t paths = 0;
    for (const CallPathId path : location_.paths) paths = std::max(paths, path.value + 1);
    std::vector<Ticks> time(paths);
    for (size_t i = 0; i < location_.segments.size(); ++i)
      location_.segments.for_each(i, [&](CallPathId path, Ticks passed) { time[path.index()] += passed; });
    for (size_t p = 0; p < location_.paths.size(); ++p)
      location_.path_time[p] = time[location_.paths[p].index()];
  }

  const CondensedTrace& trace_;
  CondensedLocation& location_;
  const PointTimes& times_;
  const std::vector<EventTime> event_times_;
  std::vector<Call> calls_;         ///< Holds calls first with their old times, then corrected.
  std::vector<Ticks> boundary_;     ///< Holds boundaries of segments, corrected.
  std::vector<uint32_t> point_at_;  ///< Holds, by boundary, a point that it is.
};

/// Moves the ends of collective operations that another thread completed.
void correct_collectives_of_others(CondensedTrace& trace, const CondensedLocation& completer) {
  for (const ForeignCompletion& each : completer.foreign_completions) {
    if (each.owner.valid() && each.event.kind == trace::EventKind::icollective_complete)
      trace.locations[trace.local(each.owner)].collectives[each.operation].end = each.event.time;
  }
}

}  // namespace

Ticks PointTimes::operator()(Ticks time) const {
  const auto found = std::lower_bound(points.begin(), points.end(), time,
                                      [](const ClockPoint& point, Ticks t) { return point.time < t; });
  return before_point(static_cast<size_t>(found - points.begin()), time);
}

Ticks PointTimes::before_point(size_t next, Ticks time) const {
  if (next < points.size() && points[next].time == time) return corrected[next];
  if (points.empty()) return time;
  if (next == 0) return time + (corrected.front() - points.front().time);
  if (next == points.size()) return time + (corrected.back() - points.back().time);
  Between begin = {points[next - 1].time, corrected[next - 1]};
  Between end = {points[next].time, corrected[next]};
  const auto after = std::ranges::lower_bound(between, time, {}, &Between::time);
  if (after != between.end() && after->time < end.time) end = *after;
  if (after != between.begin() && begin.time < std::prev(after)->time) begin = *std::prev(after);
  return begin.corrected + scale(time - begin.time, end.corrected - begin.corrected, end.time - begin.time);
}

void correct_times(CondensedTrace& trace, const std::vector<PointTimes>& times) {
  parallel_for(times.size(), [&](size_t l) {
    if (times[l].points.empty()) return;
    correct_event_times(trace.locations[l], times[l]);
    LocationCorrection(trace, trace.locations[l], times[l]).run();
  });
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const std::span threads = trace.threads_of(trace::LocationGroupId(trace.own_processes.begin + p));
    for (const CondensedLocation& thread : threads) correct_collectives_of_others(trace, thread);
    find_ready_calls(threads);
  });
}

}  // namespace latecomer::analyze
