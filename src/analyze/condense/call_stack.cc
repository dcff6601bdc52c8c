// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where the time of a location goes while its events are read.
//
// The problem: of millions of enters and leaves only the time on each call path is wanted, between boundaries
// that calls and the like make.
//
// The idea: between two events all time is the innermost open region's. A region becomes a call when it has
// an event of communication; its enter and leave are boundaries then, and each ends a segment:
//
//     events    enter f    enter MPI_Send   send   leave   leave f
//     time      |---- f ---|--- MPI_Send ----------|-- f --|
//     segments  [    0     ][          1           ][  2   ]
//
// With call stacks, the time between two calls is that of the gap between their lines (call_paths.h).
// Cost: O(1) an event, O(call paths) a segment.

#include "analyze/condense/call_stack.h"

#include <algorithm>
#include <span>

#include "analyze/model/longest_time.h"

namespace latecomer::analyze {

using trace::Anomaly;

constexpr int64_t kFarthestBegin = kMostTicks / 2;

CallStack::CallStack(CondensingLocation& out, const trace::Definitions& definitions)
    : out_(out),
      regions_(definitions.regions),
      locations_(definitions.locations),
      longest_(longest_time(definitions.locations.size())),
      paths_(out, definitions) {
  // For a short location, lists that grow from nothing cost more than its events.
  constexpr size_t kMostly = 16;
  stack_.reserve(kMostly);
  time_in_segment_.reserve(kMostly);
  touched_.reserve(kMostly);
  segment_times_.reserve(kMostly);
  stack_.emplace_back();
}

Ticks CallStack::begin_or_hold_clock(Ticks time) {
  const bool is_first = !has_begun();
  const Ticks possible = is_first ? std::clamp(time, Ticks(-kFarthestBegin), Ticks(kFarthestBegin)) : latest_;
  if (is_first) {
    out_.first_time = latest_ = last_ = possible;
    last_possible_ = possible + longest_;
    out_.segments.start(possible);
    if (begins_with_call_) out_.calls.add({possible, possible, CallPathId()});
  }
  const bool is_impossible = time > possible || (is_first && time < possible);
  if (is_impossible) out_.count_anomaly(Anomaly::impossible_time, open_path());
  if (!is_impossible && time < possible) out_.count_anomaly(Anomaly::time_reversal, open_path());
  return possible;
}

store::ReadPoint CallStack::read_point() const {
  store::ReadPoint point{.time = now(),
                         .recorded = {},
                         .base = stack_.front().path,
                         .after = stack_.front().after.value,
                         .has_stacks = has_stacks_,
                         .calls = {}};
  for (const Frame& frame : std::span(stack_).subspan(1))
    point.calls.push_back(
        {frame.region.value, frame.path, frame.enter, frame.stack.value, frame.after.value});
  return point;
}

void CallStack::go_on_from(const store::ReadPoint& point) {
  begin_or_hold_clock(point.time);
  has_stacks_ = point.has_stacks;
  const auto context = [](uint32_t value) {
    trace::CallingContextId id;
    id.value = value;
    return id;
  };
  stack_.front().path = point.base;
  stack_.front().after = context(point.after);
  for (const store::ReadPoint::OpenCall& call : point.calls) {
    trace::RegionId region;
    region.value = call.region;
    stack_.push_back({region, call.path, call.enter, kNoCall, context(call.stack), context(call.after)});
  }
}

/// Leaves what is not the innermost open region, or not open at all.
void CallStack::leave_inner(trace::RegionId region, Ticks time) {
  const auto outside = stack_.rend() - 1;
  const auto open =
      std::find_if(stack_.rbegin(), outside, [&](const Frame& frame) { return frame.region == region; });
  if (open == outside) {
    out_.count_anomaly(Anomaly::unbalanced_region, open_path());
    return;
  }
  const size_t inner =
      static_cast<size_t>(open - stack_.rbegin());  // they were entered after it and never left
  out_.count_anomaly(Anomaly::unbalanced_region, open_path(), static_cast<int64_t>(inner));
  for (size_t i = 0; i <= inner; ++i) close_top(time);
}

/// Makes a call of the innermost open region.
CallIndex CallStack::begin_call(Ticks time) {
  if (empty()) {
    enter(trace::RegionId(), time);
    const CallIndex call = begin_call(time);
    close_top(time);
    return call;
  }
  Frame& frame = stack_.back();
  const bool nothing_since_enter = last_ == frame.enter;
  if (!nothing_since_enter) account(time);
  end_segment(last_);
  return frame.call = out_.calls.add({frame.enter, frame.enter, frame.path});
}

CallIndex CallStack::call_outside(Ticks time) {
  if (!is_recording_off()) out_.count_anomaly(Anomaly::operation_outside, open_path());
  return call_at(time);
}

CallIndex CallStack::call_at(Ticks time) {
  account(time);
  end_segment(time);  // also if a call has just ended: its end and this begin can move apart
  end_segment(time);  // is the call's own, without length
  return out_.calls.add({time, time, path()});
}

/// Score-P defines the region, and does not enter it.
trace::RegionId CallStack::region_without_recording() const {
  const auto region = std::ranges::find_if(regions_, analyze::is_recording_off);
  const bool is_new = region != regions_.end() && !is_recording_off();
  return is_new ? trace::RegionId(static_cast<size_t>(region - regions_.begin())) : trace::RegionId();
}

void CallStack::recording_off(Ticks time) {
  const trace::RegionId region = region_without_recording();
  if (region.valid()) enter(region, time);
}

void CallStack::recording_on(Ticks time) {
  if (is_recording_off()) leave(trace::RegionId(), time);
}

void CallStack::finish(std::optional<Ticks> program_ended) {
  if (!empty())
    out_.open = {
        .path = open_path(), .enter = open_since(), .last_event = latest_, .call = stack_.back().call};
  if (!program_ended)
    out_.count_anomaly(Anomaly::unbalanced_region, open_path(), static_cast<int64_t>(stack_.size() - 1));
  else if (!empty())
    end_with_program(std::clamp(*program_ended, last_, last_possible_));
  while (!empty()) close_top(last_);
  if (has_begun()) end_segment(last_);
  out_.last_time = last_;
  out_.sampled = sampled_.divide(out_.path_time);
}

/// What the thread waits for then is a call, whatever events it has.
void CallStack::end_with_program(Ticks time) {
  if (innermost_region() && blocks(*innermost_region()))
    out_.open.call = current_call(last_);
  else if (time > last_ && stack_.back().after.valid() && !is_communicating())
    out_.open.gap = paths_.gap(active(), stack_.back().after, {});
  account(time);
}

void CallStack::cut(Ticks time) {
  account(time);
  if (out_.segments.boundaries().back() == time && touched_.empty()) return;
  end_segment(time);
}

CallIndex CallStack::idle_between(Ticks begin, Ticks end) {
  idle_until(end);
  cut(end);
  return out_.calls.add({begin, end, path()});
}

CallIndex CallStack::idle_to_end(Ticks begin) {
  idle_until(latest_);
  return out_.calls.add({begin, latest_, path()});
}

void CallStack::end_first_call(Ticks time) {
  idle_until(time);
  out_.segments.empty() ? end_segment(time) : cut(time);
  out_.calls.replace(0, {out_.first_time, time, path()});
}

void CallStack::enter(trace::RegionId region, trace::CallingContextId stack, Ticks time) {
  if (!stack.valid()) return enter(region, time);
  has_stacks_ = true;
  account_gap(stack, time);
  cut_communication(time);
  const CallPathId path = paths_.called(active(), stack, region);
  stack_.push_back(
      {region, path, time, kNoCall, stack, is_marked(region) ? stack : trace::CallingContextId()});
}

void CallStack::sample(trace::CallingContextId sample) {
  const trace::Region* const region = innermost_region();
  if (region != nullptr && (communicates(*region) || classify(*region).time != report::Builtin::comp)) return;
  has_stacks_ = true;
  samples_.push_back(sample);
}

bool CallStack::can_cause(trace::LocationId cause, CallTree::Kind off_core) const {
  if (!cause.valid() || cause == out_.id || cause.index() >= locations_.size()) return false;
  const bool was_woken = off_core == CallTree::Kind::blocked || off_core == CallTree::Kind::blocked_lock;
  return was_woken || !trace::is_thread(locations_[cause.index()]);
}

// Calls that communicate, and those for locks and the like, may wait meanwhile, so that the time cannot be
// taken from theirs.
void CallStack::off_core(CallTree::Kind why, uint64_t ticks, trace::RegionId by, trace::LocationId cause) {
  const Ticks time(static_cast<int64_t>(std::min(ticks, static_cast<uint64_t>((latest_ - last_).count))));
  if (!is_communicating()) {
    if (innermost_region() && blocks(*innermost_region())) return;
    if (!can_cause(cause, why)) cause = trace::LocationId();
    off_core_.push_back({.begin = latest_ - time, .end = latest_, .why = why, .by = by, .cause = cause});
    return;
  }
  if (why >= CallTree::Kind::blocked) return;
  std::vector<Ticks>& of_paths = out_.path_without_core;
  const size_t path = open_path().index();
  if (path >= of_paths.size()) of_paths.resize(path + 1);
  of_paths[path] += time;
}

// A region is active, so the function in which it was entered is.
CallPaths::Active CallStack::active() {
  CallPaths::Active active{.region = region(), .path = open_path()};
  if (!stack_.back().stack.valid()) return active;
  const trace::CallingContextId frame = stack_.back().stack;
  active.function = paths_.function_of(frame);
  if (is_parallel()) active.frame = frame;
  return active;
}

void CallStack::account_gap(trace::CallingContextId before, Ticks time) {
  if (time != last_) {
    const bool in_gap = !is_communicating() && (stack_.back().after.valid() || before.valid());
    CallPathId path = open_path();
    if (in_gap) {
      path = paths_.gap(active(), stack_.back().after, before);
      ++out_.path_visits[path.index()];
    }
    const CallPathId around = in_gap ? path : this->path();
    shown_ = last_;
    next_off_core_ = 0;
    const Ticks ran = divide(around, time);
    samples_.empty() || ran == Ticks() ? show_running(around, ran) : sampled_in(ran, around, path);
    while (next_off_core_ < off_core_.size()) show_next_off_core();
  }
  off_core_.clear();
  samples_.clear();
}

Ticks CallStack::divide(CallPathId around, Ticks time) {
  Ticks ran;
  const auto run_until = [&](Ticks end) {
    if (end == last_) return;
    ran += end - last_;
    add_time(end - last_, around);
  };
  place_off_core(time);
  for (OffCore& off : off_core_) {
    if (off.begin == off.end) continue;
    run_until(off.begin);
    off.path = paths_.off_core(around, off.why, off.by);
    give_off_core(off);
  }
  run_until(time);
  return ran;
}

void CallStack::place_off_core(Ticks time) {
  for (size_t i = off_core_.size(); i-- > 0;) {
    OffCore& off = off_core_[i];
    const Ticks length = off.end - off.begin;
    off.end = std::min(off.end, time);
    off.begin = std::max(off.end - length, last_);
    time = off.begin;
  }
}

// Where only sums are known, it is not known when in the segment that was.
void CallStack::give_off_core(const OffCore& off) {
  using enum CallTree::Kind;
  const bool is_sum = !off.by.valid() && !off.cause.valid() &&
                      (off.why == not_running || off.why == preempted || off.why == blocked);
  if (is_sum) return add_time(off.end - off.begin, off.path);
  end_segment_here();
  add_time(off.end - off.begin, off.path);
  end_segment_here();
  if (off.cause.valid())
    out_.off_core.push_back({static_cast<uint32_t>(out_.segments.size() - 1), off.cause});
}

void CallStack::show_running(CallPathId path, Ticks passed) {
  while (passed > Ticks()) {
    const bool is_last = next_off_core_ == off_core_.size();
    const Ticks before = is_last ? passed : off_core_[next_off_core_].begin - shown_;
    const Ticks length = std::min(passed, before);
    if (length > Ticks()) show(path, shown_, shown_ + length);
    shown_ += length;
    passed -= length;
    if (passed > Ticks()) show_next_off_core();
  }
}

void CallStack::show_next_off_core() {
  const OffCore& off = off_core_[next_off_core_++];
  if (off.begin < off.end) show(off.path, off.begin, off.end);
  shown_ = off.end;
}

void CallStack::touch(CallPathId path) {
  if (path.index() >= time_in_segment_.size()) time_in_segment_.resize(out_.path_time.size());
  touched_.push_back(path);
}

void CallStack::count_sample(CallPathId path) {
  if (path.index() >= out_.path_samples.size()) out_.path_samples.resize(path.index() + 1);
  ++out_.path_samples[path.index()];
}

void CallStack::sampled_in(Ticks passed, CallPathId path, CallPathId below) {
  for (const trace::CallingContextId sample : samples_) {
    functions_.push_back(paths_.sampled(active(), below, sample));
    count_sample(functions_.back());
  }
  sampled_.add(path, passed, functions_);
  if (functions_.size() < kSamplesOfLongPiece) {
    show_running(path, passed);
  } else {
    const Ticks each(passed.count / static_cast<int64_t>(functions_.size()));
    Ticks left = passed;
    for (const CallPathId& function : functions_) {
      const Ticks length = &function == &functions_.back() ? left : each;
      show_running(function, length);
      left -= length;
    }
  }
  functions_.clear();
}

/// Ends a call and a segment, up to which time has been given to call paths.
void CallStack::end_call(const Frame& frame, Ticks leave) {
  if (!is_only(frame.path) || out_.segments.boundaries().back() != frame.enter ||
      !out_.calls.is_last_apart(frame.call)) {
    out_.calls.end(frame.call, leave);
    return end_segment(leave);
  }
  out_.calls.fill(frame.call, out_.segments.size());
  end_segment_on(frame.path, leave);
}

/// Ends a segment of several call paths, or of none.
void CallStack::end_mixed_segment(Ticks time) {
  segment_times_.clear();
  for (const CallPathId path : touched_) {
    Ticks& sum = time_in_segment_[path.index()];
    segment_times_.push_back({path, sum});
    out_.path_time[path.index()] += sum;
    sum = Ticks();
  }
  touched_.clear();
  out_.segments.add(segment_times_, time);
}

}  // namespace latecomer::analyze
