// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "analyze/condense/call_paths.h"
#include "analyze/condense/condensing_location.h"
#include "analyze/condense/path_samples.h"
#include "analyze/model/classify.h"
#include "analyze/model/recorded_timeline.h"
#include "trace/event_kinds.h"
#include "trace/location_kinds.h"

namespace latecomer::analyze {

/// Returns the location that an event without a core names as its cause; invalid: it is not known, or none.
inline trace::LocationId cause_of(const trace::Event& event) {
  const bool is_known = event.cause() != 0 && trace::fields_of(event.kind).has(trace::Field::number);
  return is_known ? trace::LocationId(size_t{event.cause()} - 1) : trace::LocationId();
}

/// Holds the open regions of a location while its events are read. Gives the time between two events to the
/// innermost of them, and makes calls of those in which something communicates.
class CallStack {
 public:
  CallStack(CondensingLocation& out, const trace::Definitions& definitions);

  /// Returns the event's time, or the latest seen where the clock ran backwards or so far ahead that sums of
  /// such times would not fit.
  Ticks advance_clock(Ticks time) {
    if (time >= latest_ && time <= last_possible_) return latest_ = time;
    return begin_or_hold_clock(time);
  }
  void enter(trace::RegionId region, Ticks time) {
    account(time);
    open(region, paths_.child(open_path(), region), time);
  }
  /// Enters a region whose call path is known.
  void enter_as(CallPathId path, trace::RegionId region, Ticks time) {
    account(time);
    open(region, path, time);
  }
  void enter(trace::RegionId region, trace::CallingContextId stack, Ticks time);
  /// Notes that the thread was there at the time of the latest event.
  void sample(trace::CallingContextId sample);
  /// Notes that the thread had no core for so many ticks before the latest event, but after the last enter,
  /// leave or boundary; `why` is one of the kinds of time without a core, `by` the program that caused it,
  /// and `cause` the location, if there is one.
  void off_core(CallTree::Kind why, uint64_t ticks, trace::RegionId by, trace::LocationId cause);
  /// Leaves the innermost open instance of `region` and all that was entered after it; invalid: the
  /// innermost.
  void leave(trace::RegionId region, Ticks time) {
    const bool innermost = region.valid() ? stack_.back().region == region : !empty();
    innermost ? close_top(time) : leave_inner(region, time);
  }
  /// Returns the call in which a communication event at `time` occurred: the innermost open region becomes
  /// one.
  CallIndex current_call(Ticks time) {
    return stack_.back().call == kNoCall ? begin_call(time) : stack_.back().call;
  }
  /// Returns the call in which an operation of MPI or the like began at `time`, which can only be waited in
  /// where a region of such calls is open. Elsewhere it gets a call without length at its time, and that is
  /// an anomaly, unless recording was off: then operations that had begun before still end.
  CallIndex operation_call(Ticks time) {
    return is_communicating() ? current_call(time) : call_outside(time);
  }
  /// Returns the call in which an operation ended at `time`, as the event says. Outside of a region of such
  /// calls, all that is known of its begin is that it came after what was recorded before.
  CallIndex ended_operation_call(Ticks time) {
    return is_communicating() ? current_call(time) : call_outside(last_);
  }
  /// Returns whether the innermost open region is one of calls that communicate.
  bool is_communicating() const { return innermost_region() && communicates(*innermost_region()); }
  /// Returns whether the innermost open region is a parallel region of OpenMP.
  bool is_parallel() const {
    return innermost_region() && innermost_region()->role == trace::RegionRole::parallel;
  }
  /// Returns whether the innermost open region is time without recording.
  bool is_recording_off() const {
    return innermost_region() && analyze::is_recording_off(*innermost_region());
  }
  /// Returns the region that stands for time without recording, if there is one that is not open yet.
  trace::RegionId region_without_recording() const;
  /// These functions note that recording is switched off, and on again.
  void recording_off(Ticks time);
  void recording_on(Ticks time);
  /// Closes what is still open: at the last event or, where the program was killed, when it ended.
  void finish(std::optional<Ticks> program_ended);

  bool empty() const { return stack_.size() == 1; }
  bool has_begun() const { return latest_ != Ticks::max(); }
  /// Returns the latest time seen, in ticks.
  Ticks now() const { return has_begun() ? latest_ : Ticks(); }
  /// These functions return the innermost open region, and the one it was entered from; invalid: there is
  /// none.
  trace::RegionId region() const { return stack_.back().region; }
  trace::RegionId parent_region() const {
    return empty() ? trace::RegionId() : stack_[stack_.size() - 2].region;
  }
  /// Returns when the innermost open region was entered, in ticks; there has to be one.
  Ticks open_since() const { return stack_.back().enter; }
  /// Returns the path of the innermost open region, or the base; invalid where there is neither.
  CallPathId open_path() const { return stack_.back().path; }
  /// Returns the path that time passes on now: outside of all regions, a root without one.
  CallPathId path() {
    const CallPathId open = open_path();
    return open.valid() ? open : paths_.child(CallPathId(), trace::RegionId());
  }
  CallPaths& paths() { return paths_; }
  /// Returns what is open, as it takes to go on from there. Its position is left to the caller.
  store::ReadPoint read_point() const;
  /// Goes on from a point, before the first event; what was open has the paths of this location's tree.
  void go_on_from(const store::ReadPoint& point);
  /// Puts what happens while no region is open on `base`, and what is entered then below it; invalid: as in
  /// the beginning.
  void set_base(CallPathId base) { stack_.front().path = base; }
  /// Makes `time` a boundary of segments.
  void cut(Ticks time);
  /// Notes that a worker has had no work since what happened last.
  void idle_until(Ticks time) {
    is_idle_ = true;
    account(time);
    is_idle_ = false;
  }
  /// Makes a call of a worker's idle time from `begin`, which is a boundary, to `end`, which becomes one; on
  /// the path that time passes on.
  CallIndex idle_between(Ticks begin, Ticks end);
  /// Makes a call without length.
  CallIndex call_at(Ticks time);
  /// Makes a call of a worker's idle time from `begin`, which is a boundary, to the last event so far,
  /// without a boundary there.
  CallIndex idle_to_end(Ticks begin);
  /// Lets the location begin with a call of idle time, the one of number 0, whatever its first event is.
  void begin_with_call() { begins_with_call_ = true; }
  /// Ends the call that the location began with, on the path that time passes on. If nothing else has become
  /// a segment, the call is one, even without length.
  void end_first_call(Ticks time);

 private:
  /// Is a stretch without a core; its path is found when time is given to it.
  struct OffCore {
    Ticks begin;
    Ticks end;
    CallTree::Kind why;
    trace::RegionId by;
    trace::LocationId cause;
    CallPathId path{};
  };
  struct Frame {
    trace::RegionId region;
    CallPathId path;
    Ticks enter;
    CallIndex call = kNoCall;
    trace::CallingContextId stack{};  ///< Is the stack with which it was entered; invalid: not known.
    /// Is the stack of the call in the frame that ended last, if nothing else did since.
    trace::CallingContextId after{};
  };

  void open(trace::RegionId region, CallPathId path, Ticks time) {
    if (has_stacks_) stack_.back().after = trace::CallingContextId();
    cut_communication(time);
    stack_.push_back({region, path, time});
  }
  /// Sets apart what begins or ends within a call that communicates: that time is not waited in the call.
  void cut_communication(Ticks time) {
    if (stack_.back().call != kNoCall && is_communicating()) cut(time);
  }
  Ticks begin_or_hold_clock(Ticks time);
  CallIndex begin_call(Ticks time);
  CallIndex call_outside(Ticks time);
  /// Returns the innermost open region; null where none that is defined is open.
  const trace::Region* innermost_region() const {
    return region().index() < regions_.size() ? &regions_[region().index()] : nullptr;
  }
  /// Returns whether the program marks this part of a function.
  bool is_marked(trace::RegionId region) const {
    return region.index() < regions_.size() && regions_[region.index()].paradigm == trace::Paradigm::user;
  }
  void leave_inner(trace::RegionId region, Ticks time);
  void end_with_program(Ticks time);
  void close_top(Ticks time) {
    account(time);
    const Frame& frame = stack_.back();
    ++out_.path_visits[frame.path.index()];
    const bool is_call = frame.call != kNoCall;
    if (is_call) end_call(frame, time);
    // A call ends where it began; of a marked region it is not known where it ends.
    if (has_stacks_)
      stack_[stack_.size() - 2].after = is_marked(frame.region) ? trace::CallingContextId() : frame.stack;
    stack_.pop_back();
    if (!is_call) cut_communication(time);
  }
  /// Gives the time since the last enter, leave or boundary to the innermost open region.
  void account(Ticks time) {
    if (has_stacks_ || !off_core_.empty()) return account_gap({}, time);
    if (time != last_) give(time - last_, path());
  }
  /// Gives that time to the call path of the gap, where there are call stacks or the thread did not run; the
  /// next event is a call with the stack `before`, if that is valid.
  void account_gap(trace::CallingContextId before, Ticks time);
  /// Returns whether the critical path can go from time without a core of this kind to that location: one
  /// that is no thread or, where it woke this one, a thread.
  bool can_cause(trace::LocationId cause, CallTree::Kind off_core) const;
  /// Gives the time until `time` to the call path that ran and to those of the stretches without a core in
  /// it. Returns for how long it ran.
  Ticks divide(CallPathId around, Ticks time);
  /// Settles when the stretches without a core were, all before `time`: they then do not overlap. Where
  /// several end at the same time, as sums do, they come one after the other.
  void place_off_core(Ticks time);
  /// Gives its time to a stretch without a core, which becomes a segment of its own if it is known when it
  /// was.
  void give_off_core(const OffCore& off);
  /// Notes which functions were sampled in a piece of time on a call path, below that path or that of the
  /// innermost open region. They are shown if the piece is long: in their order, as long each.
  void sampled_in(Ticks passed, CallPathId path, CallPathId below);
  void count_sample(CallPathId path);
  /// Shows what ran for so long in what is left of the piece of time at hand, around the stretches without a
  /// core.
  void show_running(CallPathId path, Ticks passed);
  void show_next_off_core();
  CallPaths::Active active();
  void give(Ticks passed, CallPathId path) {
    const Ticks begin = last_;
    add_time(passed, path);
    show(path, begin, last_);
  }
  void add_time(Ticks passed, CallPathId path) {
    last_ += passed;
    if (path.index() >= time_in_segment_.size() || time_in_segment_[path.index()] == Ticks()) touch(path);
    time_in_segment_[path.index()] += passed;
  }
  /// Lets timelines show what the thread was in meanwhile.
  void show(CallPathId path, Ticks begin, Ticks end) {
    out_.recorded->activities.add(is_idle_ ? CallPathId() : path, begin, end);
  }
  /// Notes that the path gets time for the first time in the segment.
  void touch(CallPathId path);
  /// Returns whether no time has been given to any path but this one since the last boundary.
  bool is_only(CallPathId path) const {
    return touched_.empty() || (touched_.size() == 1 && touched_.front() == path);
  }
  /// Ends a segment up to whose end, `time`, all time has been given to call paths.
  void end_segment(Ticks time) {
    touched_.size() == 1 ? end_segment_on(touched_.front(), time) : end_mixed_segment(time);
  }
  void end_segment_on(CallPathId path, Ticks time) {
    if (!touched_.empty())
      out_.path_time[path.index()] += std::exchange(time_in_segment_[path.index()], Ticks());
    touched_.clear();
    out_.segments.add(path, time);
  }
  /// Ends a segment where time was given last, unless one ends there already.
  void end_segment_here() {
    if (out_.segments.boundaries().back() != last_ || !touched_.empty()) end_segment(last_);
  }
  void end_mixed_segment(Ticks time);
  void end_call(const Frame& frame, Ticks leave);

  CondensingLocation& out_;
  const std::vector<trace::Region>& regions_;
  const std::vector<trace::Location>& locations_;
  const Ticks longest_;  ///< Is how long the location can have been recorded, in ticks.
  bool begins_with_call_ = false;
  // These lists are written with nearly every event, while other threads have theirs of other locations.
  std::vector<Frame> stack_;            ///< Lists open regions behind a frame for what is outside.
  Ticks latest_ = Ticks::max();         ///< Is the latest time of all events so far; max: there was none.
  Ticks last_possible_ = Ticks::min();  ///< Is the last possible time; there is none before the first event.
  Ticks last_;                          ///< Is the time up to which time has been given to call paths.
  bool is_idle_ = false;  ///< Says that what is being given is the time of a worker without work.
  CallPaths paths_;
  bool has_stacks_ = false;                       ///< Says that some event so far had a stack.
  std::vector<trace::CallingContextId> samples_;  ///< Lists samples since time was given to call paths.
  PathSamples sampled_;
  std::vector<CallPathId> functions_;   ///< Is empty but while a piece of time is divided.
  std::vector<OffCore> off_core_;       ///< Lists when the thread had no core since then, as events say.
  size_t next_off_core_ = 0;            ///< Is the first of these that is not shown yet.
  Ticks shown_;                         ///< Is up to when a piece of time is shown, while it is divided.
  std::vector<Ticks> time_in_segment_;  ///< Is by path.
  std::vector<CallPathId> touched_;     ///< Lists paths with time in the segment: mostly one.
  std::vector<PathTime> segment_times_;
};

}  // namespace latecomer::analyze
