// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/call_stack.h"

#include <algorithm>

namespace latecomer::analyze {

using trace::Anomaly;

Ticks CallStack::advance_clock(Ticks time) {
  if (!seen_event_) {
    seen_event_ = true;
    out_.first_time = latest_ = last_ = time;
    begin_segment(time);
  } else if (time < latest_) {
    out_.anomalies.count(Anomaly::time_reversal);
    time = latest_;
  }
  return latest_ = time;
}

void CallStack::enter(trace::RegionId region, Ticks time) {
  account(time);
  stack_.push_back({region, path_of(open_path(), region), time, kNoCall});
}

void CallStack::leave(trace::RegionId region, Ticks time) {
  const auto open = region.valid() ? std::find_if(stack_.rbegin(), stack_.rend(),
                                                  [&](const Frame& frame) { return frame.region == region; })
                                   : stack_.rbegin();
  if (open == stack_.rend()) {
    out_.anomalies.count(Anomaly::unbalanced_region);
    return;
  }
  const size_t inner = static_cast<size_t>(open - stack_.rbegin());  // entered after it and never left
  out_.anomalies.count(Anomaly::unbalanced_region, static_cast<int64_t>(inner));
  for (size_t i = 0; i <= inner; ++i) close_top(time);
}

void CallStack::close_top(Ticks time) {
  account(time);
  const Frame& frame = stack_.back();
  if (visits_in_segment_[frame.path.index()]++ == 0) touched_.push_back(frame.path);
  ++out_.path_visits[frame.path.index()];
  const CallIndex call = frame.call;
  stack_.pop_back();
  if (call == kNoCall) return;
  out_.calls[call].leave = time;
  end_segment(time);
  begin_segment(time);
}

CallIndex CallStack::current_call(Ticks time) {
  if (stack_.empty()) {
    enter(outside_, time);
    const CallIndex call = current_call(time);
    close_top(time);
    return call;
  }
  Frame& frame = stack_.back();
  if (frame.call != kNoCall) return frame.call;
  const bool nothing_since_enter = last_ == frame.enter;
  if (!nothing_since_enter) account(time);
  end_segment(last_);
  begin_segment(last_);
  frame.call = static_cast<CallIndex>(out_.calls.size());
  out_.calls.push_back({frame.enter, frame.enter, frame.path});
  return frame.call;
}

void CallStack::finish() {
  out_.anomalies.count(Anomaly::unbalanced_region, static_cast<int64_t>(stack_.size()));
  while (!stack_.empty()) close_top(last_);
  if (seen_event_) end_segment(last_);
  begin_segment(last_);  // the end of the last one
  out_.last_time = last_;
}

CallPathId CallStack::path() {
  const CallPathId open = open_path();
  return open.valid() ? open : path_of(CallPathId(), outside_);
}

void CallStack::cut(Ticks time) {
  account(time);
  if (out_.segments.boundary.back() == time && touched_.empty()) return;
  end_segment(time);
  begin_segment(time);
}

CallIndex CallStack::call_between(Ticks begin, Ticks end) {
  cut(end);
  out_.calls.push_back({begin, end, path()});
  return static_cast<CallIndex>(out_.calls.size() - 1);
}

bool CallStack::at_beginning() const {
  return stack_.empty() && latest_ == out_.first_time && out_.calls.empty() && touched_.empty() &&
         out_.segments.boundary.size() == 1;
}

void CallStack::begin_earlier(Ticks begin) {
  const CallPathId path = this->path();
  out_.segments.boundary.back() = begin;
  time_in_segment_[path.index()] = last_ - begin;
  touched_.push_back(path);
}

CallPathId CallStack::path_of(CallPathId parent, trace::RegionId region) {
  const CallPathId path = out_.call_tree.enter(parent, region);
  if (path.index() == time_in_segment_.size()) {
    time_in_segment_.emplace_back();
    visits_in_segment_.push_back(0);
    out_.path_time.emplace_back();
    out_.path_visits.push_back(0);
  }
  return path;
}

/// Gives the time since the last enter, leave or boundary to the innermost open region.
void CallStack::account(Ticks time) {
  const Ticks passed = time - last_;
  last_ = time;
  if (passed == Ticks()) return;
  const CallPathId path = this->path();
  Ticks& sum = time_in_segment_[path.index()];
  if (sum == Ticks()) touched_.push_back(path);
  sum += passed;
  out_.path_time[path.index()] += passed;
}

void CallStack::begin_segment(Ticks time) {
  out_.segments.boundary.push_back(time);
  out_.segments.first_entry.push_back(static_cast<uint32_t>(out_.segments.entries.size()));
}

void CallStack::end_segment(Ticks time) {
  account(time);
  for (const CallPathId path : touched_) {
    Ticks& sum = time_in_segment_[path.index()];
    uint32_t& visits = visits_in_segment_[path.index()];
    if (sum == Ticks() && visits == 0) continue;  // touched twice: by its time and by its visits
    out_.segments.entries.push_back({path, visits, sum});
    sum = Ticks();
    visits = 0;
  }
  touched_.clear();
}

}  // namespace latecomer::analyze
