// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Condensing one location's events.
//
// The problem: a trace holds every function call of every location, far more than fits in memory; but the
// analysis asks only who communicated when, and what a location did in between.
//
// The idea: read the events once, with the stack of open regions at hand. A region instance in which an event
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

#include "analyze/condense/condense.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condense_collectives.h"
#include "analyze/condense/condense_files.h"
#include "analyze/condense/condense_messages.h"
#include "analyze/condense/condense_threads.h"
#include "analyze/condense/condense_windows.h"
#include "analyze/condense/tests_apart.h"
#include "analyze/model/recorded_timeline.h"

namespace latecomer::analyze {

namespace {

using trace::Event;
using trace::EventKind;

// A picture of a location is at least 1,000 pixels wide and needs as many rows; but where there are few
// events, they can be read again.
constexpr uint64_t kEventsOfActivity = 32;
constexpr uint64_t kFewActivities = 16;

/// Is from how many events on a location's lists are copied no more than need be.
constexpr uint64_t kLong = 1U << 16U;

/// Visits lists that can be long.
template <class Visit>
void for_each_vector(CondensingLocation& location, const Visit& visit) {
  location.calls.for_each_vector(visit);
  visit(location.sends);
  visit(location.receives);
  visit(location.envelopes);
  visit(location.collectives);
  location.event_times.for_each_vector(visit);
  location.segments.for_each_vector(visit);
}

/// Makes room for as much of everything as there will be if the rest of the events are like this part.
void make_room(CondensingLocation& location, double part) {
  constexpr double kMore = 1.02;  // then few lists have to grow
  for_each_vector(location, [&](auto& list) {
    list.reserve(static_cast<size_t>(kMore / part * static_cast<double>(list.size())));
  });
}

/// Reports the progress of one location's events as they are read.
class LocationProgress {
 public:
  LocationProgress(uint64_t events, Progress& progress) : events_(events), progress_(progress) {}

  void read(double part) {
    const auto now = static_cast<uint64_t>(part * static_cast<double>(events_));
    if (now > reported_ && now <= events_) progress_.advance(now - std::exchange(reported_, now));
  }
  void read_all() { progress_.advance(events_ - std::exchange(reported_, events_)); }

 private:
  uint64_t events_;
  Progress& progress_;
  uint64_t reported_ = 0;
};

/// Returns kinds by region; empty where there is nothing that they would be collective over.
std::vector<CallKind> find_world_calls(const trace::Definitions& definitions) {
  std::vector<CallKind> kinds;
  if (!definitions.world.valid()) return kinds;
  for (const trace::Region& region : definitions.regions) {
    const CallKind kind = classify(region).kind;
    kinds.push_back(kind == CallKind::init || kind == CallKind::finalize ? kind : CallKind::ordinary);
  }
  return kinds;
}

class Condenser : public trace::EventSink {
 public:
  Condenser(CondensingLocation& out, const trace::Definitions& definitions, const OtherThreads& others,
            LocationProgress& progress)
      : progress_(progress),
        out_(out),
        stack_(out, definitions),
        messages_(out, stack_),
        collectives_(out, stack_),
        threads_(definitions, others, out, stack_),
        windows_(out, stack_, definitions),
        files_(out, stack_, definitions),
        tests_(out),
        world_(definitions.world),
        world_calls_(find_world_calls(definitions)),
        has_causes_(trace::is_cause(definitions, trace::LocationId(definitions.locations.size() - 1))) {}

  void on_event(const Event& event) override {
    const Ticks time = stack_.advance_clock(event.time);
    if (time != event.time) {
      Event later = event;
      later.time = time;
      return on_event(later);
    }
    add(event, time);
  }

  // Nearly all of these change the call stack only.
  void on_enter(Ticks time, trace::RegionId region) override {
    time = stack_.advance_clock(time);
    threads_.in_team() || is_world_call(region) ? enter(region, time) : stack_.enter(region, time);
  }
  void on_leave(Ticks time, trace::RegionId region) override {
    time = stack_.advance_clock(time);
    threads_.in_team() || collectives_.is_in_world_call() ? leave(region, time) : stack_.leave(region, time);
  }

  /// The outcome of reading counts the anomaly.
  void on_anomaly(trace::Anomaly kind) override { ++out_.anomaly_paths[{kind, stack_.open_path()}]; }

  /// Reserves memory in time: where lists grow by themselves, most of what they have is copied twice.
  void on_progress(double part) override {
    progress_.read(part);
    if (part < next_look_) return;
    make_room(out_, part);
    while (next_look_ <= part) next_look_ *= kLookAgain;
  }

  void on_position(const trace::ReadPosition& position) override {
    if (position.events == 0) return;
    store::ReadPoint& point = out_.recorded->read_points.emplace_back(stack_.read_point());
    point.recorded = position.time;
    point.offset = position.offset;
    point.events = position.events;
  }

  /// Closes what is still open.
  void finish(std::optional<Ticks> program_ended) {
    threads_.finish();
    stack_.finish(program_ended);
    out_.recorded->activities.finish();
    messages_.finish();
    collectives_.finish();
  }

 private:
  /// Takes an event; `time` is the event's.
  void add(const Event& event, Ticks time) {
    switch (event.kind) {
      case EventKind::enter:
      case EventKind::program_begin:
        return enter(event.region, time, event.calling_context);
      case EventKind::leave:
        return leave(event.region, time);
      case EventKind::program_end:
        recording_on(time);
        return leave(event.region, time);
      case EventKind::send:
        return messages_.send(event, time);
      case EventKind::recv:
        return messages_.recv(event, time);
      case EventKind::isend:
        return messages_.isend(event, time);
      case EventKind::irecv_request:
        return messages_.irecv_request(event, time);
      case EventKind::isend_complete:
        return messages_.isend_complete(event, time);
      case EventKind::irecv:
        return messages_.irecv(event, time);
      case EventKind::probe:
        return messages_.probe(event, time);
      case EventKind::match:
        return messages_.match(event);
      case EventKind::polled:
        return messages_.polled(event, time);
      case EventKind::receive_pending:
        return messages_.pending(PendingOperation::Kind::receive, event);
      case EventKind::send_pending:
        return messages_.pending(PendingOperation::Kind::send, event);
      case EventKind::psend_init:
      case EventKind::precv_init:
        return messages_.partitioned_init(event, time);
      case EventKind::psend_request:
      case EventKind::precv_request:
      case EventKind::pready:
      case EventKind::parrived:
      case EventKind::psend_complete:
      case EventKind::precv_complete:
        return messages_.partitioned_use(event, time);
      case EventKind::request_cancelled:
        return cancel(event, time);
      case EventKind::collective_begin:
      case EventKind::rma_collective_begin:
        return collectives_.begin(time);
      case EventKind::collective_pending:
        return messages_.pending(PendingOperation::Kind::collective, event);
      case EventKind::comm_create:
        return collectives_.communicator_made();
      case EventKind::collective_end:
        return collectives_.end(event, time);
      case EventKind::icollective_request:
        return collectives_.start(event, time);
      case EventKind::icollective_complete:
        return collectives_.complete(event, time);
      case EventKind::thread_fork:
        return threads_.fork(time);
      case EventKind::thread_join:
        return threads_.join(time);
      case EventKind::team_begin:
        return threads_.team_begin(event, time);
      case EventKind::team_end:
        return threads_.team_end(event, time);
      case EventKind::acquire_lock:
        return threads_.acquire_lock(event, time);
      case EventKind::release_lock:
        return threads_.release_lock(event, time);
      case EventKind::thread_create:
        return threads_.thread_create(event, time);
      case EventKind::thread_begin:
        return threads_.thread_begin(event, time);
      case EventKind::thread_end:
        return threads_.thread_end(event, time);
      case EventKind::thread_wait:
        return threads_.thread_wait(event, time);
      case EventKind::rma_collective_end:
        return windows_.collective_end(event, collectives_.end_begun(time), time);
      case EventKind::rma_request_lock:
        return windows_.request_lock(event, time);
      case EventKind::rma_acquire_lock:
        return windows_.acquire_lock(event, time);
      case EventKind::rma_release_lock:
        return windows_.release_lock(event, time);
      case EventKind::rma_group_sync:
        return windows_.synchronize(event, time);
      case EventKind::rma_put:
      case EventKind::rma_get:
      case EventKind::rma_atomic:
        return windows_.access(event, time);
      case EventKind::rma_complete_local:
      case EventKind::rma_complete_remote:
        return windows_.complete(event, time);
      case EventKind::io_create_handle:
      case EventKind::io_destroy_handle:
        return files_.changed(event, time);
      case EventKind::io_operation_begin:
        return files_.begin(event, time);
      case EventKind::io_operation_complete:
        return files_.complete(event, time);
      case EventKind::io_operation_cancelled:
        return files_.cancel(event);
      case EventKind::other_world:
        return out_.count_anomaly(trace::Anomaly::other_world, stack_.open_path());
      case EventKind::measurement_off:
        return recording_off(time);
      case EventKind::measurement_on:
        return recording_on(time);
      case EventKind::sample:
        return stack_.sample(event.calling_context);
#define OFF_CORE(id, name, why)                                      \
  case EventKind::id:                                                \
    note_state(report::metric_id(report::Builtin::id), event, time); \
    return stack_.off_core(CallTree::Kind::id, event.duration(), event.by(), cause_of(event));
#include "report/off_core.def"
#undef OFF_CORE
      case EventKind::on_core:
        return note_state(report::MetricId(), event, time);
      case EventKind::rma_group_test:
        return unsuccessful_test(event.window.value, time);
      case EventKind::ptested:
      case EventKind::request_test:
      case EventKind::rma_test:
        return unsuccessful_test(event.request, time);
      case EventKind::io_seek:
      case EventKind::io_delete_file:
      case EventKind::io_operation_issued:
      case EventKind::io_operation_test:
      case EventKind::rma_win_create:
      case EventKind::rma_win_destroy:
      case EventKind::comm_destroy:
      case EventKind::buffer_flush:
      case EventKind::other:
        return;
    }
  }

  void enter(trace::RegionId region, Ticks time, trace::CallingContextId stack = {}) {
    enter_on_stack(region, time, stack);
    if (is_world_call(region)) [[unlikely]]
      collectives_.enter_world_call(stack_.current_call(time));
  }

  void enter_on_stack(trace::RegionId region, Ticks time, trace::CallingContextId stack) {
    if (!threads_.in_team()) return stack_.enter(region, stack, time);
    threads_.before_enter(time);
    const CallPathId known = threads_.path_in_leader(region);
    known.valid() ? stack_.enter_as(known, region, time) : stack_.enter(region, stack, time);
    threads_.after_enter(region, time);
  }

  void leave(trace::RegionId region, Ticks time) {
    if (is_world_call(region)) [[unlikely]]
      collectives_.leave_world_call(world_calls_[region.index()], world_, time);
    stack_.leave(region, time);
    if (threads_.in_team()) threads_.after_leave(time);
  }

  bool is_world_call(trace::RegionId region) const {
    return region.index() < world_calls_.size() && world_calls_[region.index()] != CallKind::ordinary;
  }

  void recording_off(Ticks time) {
    const trace::RegionId region = stack_.region_without_recording();
    if (region.valid()) enter(region, time);
  }

  void recording_on(Ticks time) {
    if (stack_.is_recording_off()) leave(trace::RegionId(), time);
  }

  /// Without a kernel's trace there are only sums, of which it is not known when that was.
  void note_state(report::MetricId metric, const Event& event, Ticks time) {
    const auto most = static_cast<uint64_t>(time.count - std::numeric_limits<int64_t>::min());
    const Ticks length(static_cast<int64_t>(std::min(event.duration(), most)));
    if (has_causes_)
      out_.recorded->states.push_back(
          {time - length, time, metric, report::LocationId(cause_of(event).value)});
  }

  void unsuccessful_test(uint64_t number, Ticks time) {
    if (stack_.is_communicating()) tests_.add(stack_.open_path(), stack_.open_since(), number, time);
  }

  void cancel(const Event& event, Ticks time) {
    if (!messages_.cancel(event.request))
      out_.foreign_completions.push_back({event, stack_.ended_operation_call(time)});
  }

  LocationProgress& progress_;
  CondensingLocation& out_;
  CallStack stack_;
  MessageCondenser messages_;
  CollectiveCondenser collectives_;
  ThreadCondenser threads_;
  WindowCondenser windows_;
  FileCondenser files_;
  TestsApart tests_;
  trace::CommId world_;
  std::vector<CallKind> world_calls_;  ///< Holds, by region, init, finalize, or ordinary for all others.
  const bool has_causes_;

  static constexpr double kFirstLook = 1.0 / 64;
  static constexpr double kLookAgain = 4;  ///< Is how many times as much has been read when it looks again.
  double next_look_ = kFirstLook;
};

template <class Visit>
void for_each_list(CondensingLocation& location, CondensingBuffers& buffers, const Visit& visit) {
  visit(location.calls, buffers.calls);
  visit(location.sends, buffers.sends);
  visit(location.receives, buffers.receives);
  visit(location.event_times, buffers.event_times);
  visit(location.envelopes, buffers.envelopes);
  visit(location.collectives, buffers.collectives);
  visit(location.path_time, buffers.path_time);
  visit(location.path_visits, buffers.path_visits);
  visit(location.path_samples, buffers.path_samples);
  visit(location.call_tree, buffers.call_tree);
  visit(location.segments, buffers.segments);
}

void swap_buffers(CondensingLocation& location, CondensingBuffers& buffers) {
  for_each_list(location, buffers, [](auto& list, auto& in_buffers) { std::swap(list, in_buffers); });
}

/// Leaves what was allocated to the buffers, and keeps the contents in no more than they need.
void leave_buffers(CondensingLocation& location, CondensingBuffers& buffers) {
  swap_buffers(location, buffers);
  for_each_list(location, buffers, [](auto& list, auto& in_buffers) {
    list = in_buffers;
    in_buffers.clear();
  });
}

/// Gives back memory that turned out not to be needed.
void trim(CondensingLocation& location) {
  for_each_vector(location, [](auto& list) {
    if (list.capacity() - list.size() > list.size() / 8) list.shrink_to_fit();
  });
}

/// Reads with polling runs as one call each.
trace::ReadOutcome read(const trace::Trace& trace, trace::LocationId location, double polling_gap,
                        Condenser& condenser) {
  const trace::Definitions& definitions = trace.definitions();
  const std::vector<PollingRuns::Kind> kinds = polling_kinds(definitions.regions);
  if (kinds.empty()) return trace.read(location, condenser);
  constexpr double kMost = 1e18;
  const double gap = std::floor(polling_gap * static_cast<double>(definitions.ticks_per_second));
  PollingRuns runs(kinds, Ticks(static_cast<int64_t>(std::min(gap, kMost))), condenser);
  trace::ReadOutcome outcome = trace.read(location, runs);
  runs.finish();
  return outcome;
}

/// Returns none where it ended in the regular way: then what is open at the end is a mistake in the trace.
std::optional<Ticks> end_of_killed_program(const trace::Definitions& definitions) {
  if (!definitions.partial) return std::nullopt;
  return Ticks(static_cast<int64_t>(definitions.global_offset + definitions.length));
}

}  // namespace

CondensingLocation condense(const trace::Trace& trace, trace::LocationId location, const OtherThreads& others,
                            CondensingBuffers& buffers, Progress& progress, double polling_gap) {
  CondensingLocation condensed;
  condensed.id = location;
  const uint64_t events = trace.definitions().locations[location.index()].events;
  condensed.recorded = std::make_shared<RecordedTimeline>(
      RecordedTimeline{store::ActivityLevel(Ticks(1), events / kEventsOfActivity + kFewActivities,
                                            Ticks(static_cast<int64_t>(trace.definitions().length))),
                       {},
                       {}});
  const bool is_long = events >= kLong;
  if (!is_long) swap_buffers(condensed, buffers);
  LocationProgress location_progress(events, progress);
  Condenser condenser(condensed, trace.definitions(), others, location_progress);
  trace::ReadOutcome outcome = read(trace, location, polling_gap, condenser);
  condenser.finish(end_of_killed_program(trace.definitions()));
  is_long ? trim(condensed) : leave_buffers(condensed, buffers);
  condensed.recorded->activities.shrink_to_fit();
  condensed.anomalies += outcome.anomalies;
  condensed.problem = std::move(outcome.problem);
  if (!condensed.problem.empty()) condensed.threads.is_idle_at_end = false;  // is not known
  location_progress.read_all();
  return condensed;
}

}  // namespace latecomer::analyze
