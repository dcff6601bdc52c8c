// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A part of a location's events is read again, with the stack of open regions that the analysis had at a
// point shortly before it:
//
//     events     ... enter f  enter g | leave g  enter g  leave g  leave f ...
//     point                     f, g  |
//     window                                [                  ]
//
// Operations are not looked at: when they began and ended is among the analysis' results.
// Cost: O(events from the point to the end of the window).

#include "analyze/condense/read_activities.h"

#include <memory>
#include <utility>

#include "analyze/condense/call_stack.h"
#include "analyze/model/recorded_timeline.h"

namespace latecomer::analyze {

namespace {

using trace::Event;
using trace::EventKind;

class WindowSink : public trace::EventSink {
 public:
  WindowSink(const ActivityContext& context, trace::LocationId location, Ticks to, CondensingLocation& out)
      : context_(context),
        location_(location),
        to_(to),
        tree_(out.call_tree),
        is_worker_(!context.teams.leaders_of(location).empty() && !context.teams.is_master(location)),
        stack_(out, context.trace.definitions()) {}

  void go_on_from(const store::ReadPoint& point) {
    stack_.go_on_from(point);
    in_team_ = point.base.valid() || !point.calls.empty();
  }

  void on_event(const Event& event) override {
    const Ticks time = now(event.time);
    switch (event.kind) {
      case EventKind::enter:
      case EventKind::program_begin:
        return enter(event.region, time, event.calling_context);
      case EventKind::leave:
        return stack_.leave(event.region, time);
      case EventKind::program_end:
        stack_.recording_on(time);
        return stack_.leave(event.region, time);
      case EventKind::team_begin:
        return team_begin(event, time);
      case EventKind::team_end:
        return team_end(time);
      case EventKind::measurement_off:
        return stack_.recording_off(time);
      case EventKind::measurement_on:
        return stack_.recording_on(time);
      case EventKind::sample:
        return stack_.sample(event.calling_context);
#define OFF_CORE(id, name, why) \
  case EventKind::id:           \
    return stack_.off_core(CallTree::Kind::id, event.duration(), event.by(), cause_of(event));
#include "report/off_core.def"
#undef OFF_CORE
      default:
        return;
    }
  }
  void on_enter(Ticks time, trace::RegionId region) override {
    enter(region, now(time), {});
  }
  void on_leave(Ticks time, trace::RegionId region) override {
    stack_.leave(region, now(time));
  }
  bool has_enough() const override {
    return stack_.now() >= to_;
  }

  void finish() {
    if (!stack_.has_begun()) return;
    is_idle() ? stack_.idle_until(stack_.now()) : stack_.cut(stack_.now());
  }

 private:
  /// Returns the event's time, up to which a worker without work was idle.
  Ticks now(Ticks time) {
    time = stack_.advance_clock(time);
    if (is_idle()) stack_.idle_until(time);
    return time;
  }
  bool is_idle() const {
    return is_worker_ && !in_team_ && stack_.empty();
  }

  void enter(trace::RegionId region, Ticks time, trace::CallingContextId stack) {
    const std::optional<store::Fork> fork = std::exchange(begun_, std::nullopt);
    const bool is_known = fork && fork->region.valid() && tree_[fork->region].region == region;
    is_known ? stack_.enter_as(fork->region, region, time) : stack_.enter(region, stack, time);
  }

  void team_begin(const Event& event, Ticks time) {
    const trace::LocationId leader =
        event.comm.valid() ? context_.teams.leader(event.comm) : trace::LocationId();
    if (!is_worker_ || !leader.valid() || leader == location_) return;
    begun_ = context_.find_fork(leader, event.comm, time);
    if (!stack_.empty()) return;
    in_team_ = true;
    stack_.set_base(begun_ ? begun_->path : CallPathId());
  }

  void team_end(Ticks time) {
    if (!stack_.empty() || !in_team_) return;
    stack_.cut(time);
    in_team_ = false;
    stack_.set_base({});
  }

  const ActivityContext& context_;
  const trace::LocationId location_;
  const Ticks to_;
  const CallTree& tree_;
  const bool is_worker_;
  bool in_team_ = false;
  std::optional<store::Fork> begun_;  ///< Is the fork of the team whose first region is not entered yet.
  CallStack stack_;
};

/// Leaves the call tree, and of everything else as little as before.
void clear(CondensingLocation& scratch) {
  CondensingLocation fresh;
  std::swap(fresh.call_tree, scratch.call_tree);
  fresh.path_time.resize(fresh.call_tree.nodes().size());
  fresh.path_visits.resize(fresh.call_tree.nodes().size());
  scratch = std::move(fresh);
}

}  // namespace

ActivityReader::ActivityReader(const CallTree& tree) {
  scratch.call_tree = tree;
}

trace::ReadOutcome read_activities(const ActivityContext& context, trace::LocationId location,
                                   const std::optional<store::ReadPoint>& from, Ticks to,
                                   store::ActivityLevel& activities, ActivityReader& reader) {
  CondensingLocation& scratch = reader.scratch;
  clear(scratch);
  scratch.id = location;
  scratch.recorded = std::make_shared<RecordedTimeline>(RecordedTimeline{std::move(activities), {}, {}});
  WindowSink sink(context, location, to, scratch);
  trace::ReadOutcome outcome;
  if (from) {
    sink.go_on_from(*from);
    outcome = context.trace.read_from(
        location, {.offset = from->offset, .events = from->events, .time = from->recorded}, sink);
  } else {
    outcome = context.trace.read(location, sink);
  }
  sink.finish();
  activities = std::move(scratch.recorded->activities);
  activities.finish();
  return outcome;
}

}  // namespace latecomer::analyze
