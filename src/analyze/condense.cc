// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Condensing one location's events.
//
// The problem: a trace holds every function call of every location, far more than fits in memory; but the
// analysis asks only who communicated when, and what a location did in between.
//
// The idea: read the stream once, with the stack of open regions at hand. A region instance in which an event
// of communication occurs becomes a *call*. Everything else only adds to the exclusive time of its call path
// in the current *segment*, which ends wherever a call begins or ends.
//
//     events    enter f  enter g  leave g  enter Send  send  leave Send  enter g  leave g  leave f
//     calls                                [  call 0              ]
//     segments  [ f 3, g 2                ][ Send 4               ][ f 1, g 2                    ]
//
// A call is found at its first communication event, after its enter; the segment before it then still ends at
// its enter, because nothing else can have happened since (where it has, at the event).
//
// Cost: O(events) time with a few array accesses per enter and leave, O(operations + entries) memory.

#include "analyze/condense.h"

#include <algorithm>
#include <unordered_map>

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::Event;
using trace::EventKind;

class Condenser : public trace::EventSink {
 public:
  Condenser(CondensedLocation& out, trace::RegionId outside) : out_(out), outside_(outside) {}

  void on_event(const Event& event) override {
    const Ticks time = advance_clock(event.time);
    switch (event.kind) {
      case EventKind::enter:
      case EventKind::program_begin:
        enter(event.region, time);
        break;
      case EventKind::leave:
      case EventKind::program_end:
        leave(event.region, time);
        break;
      case EventKind::send: {
        const CallIndex call = current_call(time);
        out_.sends.push_back({event.comm, event.peer, event.tag, call, call, event.bytes_sent});
        break;
      }
      case EventKind::recv: {
        const CallIndex call = current_call(time);
        out_.receives.push_back({event.comm, event.peer, event.tag, call, call, event.bytes_received});
        break;
      }
      case EventKind::isend:
        sends_by_request_[event.request] = static_cast<uint32_t>(out_.sends.size());
        out_.sends.push_back(
            {event.comm, event.peer, event.tag, current_call(time), kNoCall, event.bytes_sent});
        break;
      case EventKind::irecv_request:
        receives_by_request_[event.request] = static_cast<uint32_t>(out_.receives.size());
        out_.receives.push_back({trace::CommId(), trace::kNoRank, 0, current_call(time), kNoCall, 0});
        break;
      case EventKind::isend_complete:
        complete_send(event, time);
        break;
      case EventKind::irecv:
        complete_receive(event, time);
        break;
      case EventKind::request_cancelled:
        cancel(event);
        break;
      case EventKind::collective_begin:
        current_call(time);
        break;
      case EventKind::collective_end:
        collective(event, time);
        break;
      case EventKind::icollective_request:
        collectives_by_request_[event.request] = static_cast<uint32_t>(out_.collectives.size());
        out_.collectives.push_back({.start = current_call(time)});
        break;
      case EventKind::icollective_complete:
        complete_collective(event, time);
        break;
      case EventKind::request_test:
      case EventKind::comm_create:
      case EventKind::comm_destroy:
      case EventKind::measurement_off:
      case EventKind::measurement_on:
      case EventKind::buffer_flush:
      case EventKind::other:
        break;
    }
  }

  /// Closes what is still open at the last event and hands over what was gathered.
  void finish() {
    out_.anomalies.count(Anomaly::unbalanced_region, static_cast<int64_t>(stack_.size()));
    while (!stack_.empty()) close_top(last_);
    if (seen_event_) end_segment(last_);
    begin_segment(last_);  // the end of the last one
    out_.last_time = last_;
    out_.anomalies.count(Anomaly::incomplete_request,
                         static_cast<int64_t>(sends_by_request_.size() + receives_by_request_.size() +
                                              collectives_by_request_.size()));
  }

 private:
  struct Frame {
    trace::RegionId region;
    CallPathId path;
    Ticks enter;
    CallIndex call = kNoCall;
  };
  using RequestTable = std::unordered_map<uint64_t, uint32_t>;

  /// The event's time, or the latest seen where the clock ran backwards.
  Ticks advance_clock(Ticks time) {
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

  void enter(trace::RegionId region, Ticks time) {
    account(time);
    const CallPathId parent = stack_.empty() ? CallPathId() : stack_.back().path;
    stack_.push_back({region, path_of(parent, region), time, kNoCall});
  }

  void leave(trace::RegionId region, Ticks time) {
    const auto open = region.valid()
                          ? std::find_if(stack_.rbegin(), stack_.rend(),
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

  void close_top(Ticks time) {
    account(time);
    const Frame& frame = stack_.back();
    if (visits_in_segment_[frame.path.index()]++ == 0) touch(frame.path);
    ++out_.path_visits[frame.path.index()];
    const CallIndex call = frame.call;
    stack_.pop_back();
    if (call == kNoCall) return;
    out_.calls[call].leave = time;
    end_segment(time);
    begin_segment(time);
  }

  /// The call in which a communication event at `time` occurred: the innermost open region becomes one if it
  /// is not.
  CallIndex current_call(Ticks time) {
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

  void complete_send(const Event& event, Ticks time) {
    const RequestTable::iterator found = sends_by_request_.find(event.request);
    if (found == sends_by_request_.end()) return out_.anomalies.count(Anomaly::unknown_request);
    out_.sends[found->second].completion = current_call(time);
    sends_by_request_.erase(found);
  }

  void complete_receive(const Event& event, Ticks time) {
    const RequestTable::iterator found = receives_by_request_.find(event.request);
    if (found == receives_by_request_.end()) return out_.anomalies.count(Anomaly::unknown_request);
    Message& message = out_.receives[found->second];
    message = {event.comm, event.peer, event.tag, message.start, current_call(time), event.bytes_received};
    receives_by_request_.erase(found);
  }

  void cancel(const Event& event) {
    if (const RequestTable::iterator send = sends_by_request_.find(event.request);
        send != sends_by_request_.end()) {
      out_.sends[send->second].comm = trace::CommId();
      sends_by_request_.erase(send);
    } else if (receives_by_request_.erase(event.request) == 0) {
      out_.anomalies.count(Anomaly::unknown_request);
    }
  }

  void collective(const Event& event, Ticks time) {
    const CallIndex call = current_call(time);
    out_.collectives.push_back({event.comm, event.collective, event.root, event.sources, call, call,
                                event.bytes_sent, event.bytes_received, time});
  }

  void complete_collective(const Event& event, Ticks time) {
    const RequestTable::iterator found = collectives_by_request_.find(event.request);
    if (found == collectives_by_request_.end()) return out_.anomalies.count(Anomaly::unknown_request);
    Collective& started = out_.collectives[found->second];
    started = {event.comm,         event.collective, event.root,           event.sources, started.start,
               current_call(time), event.bytes_sent, event.bytes_received, time};
    collectives_by_request_.erase(found);
  }

  CallPathId path_of(CallPathId parent, trace::RegionId region) {
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
  void account(Ticks time) {
    const Ticks passed = time - last_;
    last_ = time;
    if (passed == Ticks()) return;
    const CallPathId path = stack_.empty() ? path_of(CallPathId(), outside_) : stack_.back().path;
    Ticks& sum = time_in_segment_[path.index()];
    if (sum == Ticks()) touch(path);
    sum += passed;
    out_.path_time[path.index()] += passed;
  }

  void touch(CallPathId path) { touched_.push_back(path); }

  void begin_segment(Ticks time) {
    out_.segments.boundary.push_back(time);
    out_.segments.first_entry.push_back(static_cast<uint32_t>(out_.segments.entries.size()));
  }

  void end_segment(Ticks time) {
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

  CondensedLocation& out_;
  const trace::RegionId outside_;
  std::vector<Frame> stack_;
  bool seen_event_ = false;
  Ticks latest_;  ///< of all events so far
  Ticks last_;    ///< up to here time has been given to call paths
  std::vector<Ticks> time_in_segment_;
  std::vector<uint32_t> visits_in_segment_;
  std::vector<CallPathId> touched_;
  RequestTable sends_by_request_;
  RequestTable receives_by_request_;
  RequestTable collectives_by_request_;
};

}  // namespace

CondensedLocation condense(const trace::Trace& trace, trace::LocationId location) {
  CondensedLocation condensed;
  condensed.id = location;
  Condenser condenser(condensed, trace::RegionId(trace.definitions().regions.size()));
  trace::ReadOutcome outcome = trace.read(location, condenser);
  condenser.finish();
  condensed.anomalies += outcome.anomalies;
  condensed.problem = std::move(outcome.problem);
  return condensed;
}

}  // namespace latecomer::analyze
