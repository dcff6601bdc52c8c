// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Polling runs.
//
// The problem: a program that waits by testing again and again has no call that waits, only hundreds of
// thousands of tests that return at once.
//
// The idea: unsuccessful tests of the same requests with hardly anything between them are one call, from the
// first enter to the last leave, and so is the test that succeeds after them. In it the thread waits as it
// would in MPI_Wait. Recorders write an event for each request of an unsuccessful test.
//
//     events   [Test -r1] [sleep] [Test -r1] [sleep] [Test +r1]      -r1: unsuccessful, +r1: complete
//     call     [Test                             +r1      ]      if all gaps are short; visited three times
//
// A thread that sleeps between its tests does nothing else either: sleeps do not count as gaps.
// Events of an unsuccessful test that is no run are passed on, too. A run ends with another event, a longer
// gap, a test of something else, and a test at another call path. What was recorded as one call with `polled`
// is what its recorder took for a run, and stays that.
//
// Cost: O(events) time; of a run, what one of its tests tested is held.

#include "analyze/condense/polling_runs.h"

#include <algorithm>
#include <utility>

#include "analyze/model/classify.h"
#include "base/polling.h"

namespace latecomer::analyze {

using trace::Event;
using trace::EventKind;

namespace {

bool is_unsuccessful_test(EventKind kind) {
  return kind == EventKind::request_test || kind == EventKind::ptested || kind == EventKind::rma_group_test ||
         kind == EventKind::rma_test;
}

/// Returns the event that an unsuccessful test has for what this event completes; `other`: there is none.
EventKind unsuccessful_test_of(EventKind kind) {
  switch (kind) {
    case EventKind::isend_complete:
    case EventKind::irecv:
    case EventKind::icollective_complete:
    case EventKind::psend_complete:
    case EventKind::precv_complete:
    case EventKind::request_cancelled:
      return EventKind::request_test;
    case EventKind::parrived:
      return EventKind::ptested;
    case EventKind::rma_group_sync:
      return EventKind::rma_group_test;
    case EventKind::rma_complete_local:
      return EventKind::rma_test;
    default:
      return EventKind::other;
  }
}

uint64_t number_in(const Event& event, EventKind test) {
  return test == EventKind::rma_group_test ? event.window.value : event.request;
}

uint32_t partition_in(const Event& event, EventKind test) {
  return test == EventKind::ptested ? event.partition() : 0;
}

}  // namespace

void PollingRuns::on_event(const Event& event) {
  if (open_)
    in_test(event);
  else if (event.kind == EventKind::enter && is_test(event.region))
    enter(event);
  else if (holds_ && event.kind == EventKind::other)
    return;  // counters, for which the analysis has no use, end nothing
  else if (is_of_sleep(event))
    hold_sleep(event);
  else {
    pass_on();
    next_.on_event(event);
  }
}

bool PollingRuns::is_of_sleep(const Event& event) const {
  const bool is_open = !sleeps_.empty() && sleeps_.back().kind == EventKind::enter;
  if (event.kind == EventKind::leave) return is_open && event.region == sleeps_.back().region;
  return event.kind == EventKind::enter && run_ && !is_open && kind_of(event.region) == Kind::sleep;
}

void PollingRuns::hold_sleep(const Event& event) {
  if (event.kind == EventKind::leave) slept_ += event.time - sleeps_.back().time;
  sleeps_.push_back(event);
}

void PollingRuns::forget_sleeps() {
  sleeps_.clear();
  slept_ = Ticks();
}

void PollingRuns::enter(const Event& event) {
  const bool may_go_on = run_ && run_->enter.region == event.region &&
                         run_->enter.calling_context == event.calling_context && event.time >= run_->leave &&
                         event.time - run_->leave - slept_ <= longest_polling_gap(gap_, slept_);
  if (!may_go_on) pass_on();
  open_ = event;
  tested_.clear();
  holds_ = true;
}

void PollingRuns::in_test(const Event& event) {
  if (event.kind == EventKind::other) return;
  if (is_unsuccessful_test(event.kind)) {
    tested_.push_back({event.kind, number_in(event, event.kind), partition_in(event, event.kind)});
    tested_at_ = event.time;
    return;
  }
  const bool leaves =
      event.kind == EventKind::leave && (event.region == open_->region || !event.region.valid());
  if (leaves && !tested_.empty()) return end_unsuccessful_test(event.time);
  if (run_ && completes_run(event)) {
    open_.reset();
    forget_sleeps();
    ++run_->tests;
    run_->leave = event.time;
    pass_on_run(true);
  } else {
    pass_on();
  }
  next_.on_event(event);
}

void PollingRuns::end_unsuccessful_test(Ticks leave) {
  if (!run_ || run_->tested != tested_) {
    if (run_) pass_on_run(false);
    run_ = Run{*open_, leave, 0, tested_};
  }
  forget_sleeps();
  run_->leave = leave;
  ++run_->tests;
  open_.reset();
  holds_ = true;
}

/// Returns whether a test of the run found what the event completes incomplete.
bool PollingRuns::completes_run(const Event& event) const {
  const EventKind test = unsuccessful_test_of(event.kind);
  const Tested completed{test, number_in(event, test), partition_in(event, test)};
  return std::ranges::find(run_->tested, completed) != run_->tested.end();
}

/// Passes on a run. A test completes it: there are more events in the call before its leave.
void PollingRuns::pass_on_run(bool is_complete) {
  const Run run = *std::exchange(run_, std::nullopt);
  holds_ = false;
  next_.on_event(run.enter);
  if (run.tests > 1)
    next_.on_event({.time = run.leave, .kind = EventKind::polled, .request = run.tests});
  else
    pass_on_tested(run.tested, run.leave);
  if (!is_complete) next_.on_event({.time = run.leave, .kind = EventKind::leave, .region = run.enter.region});
  for (const Event& event : sleeps_) next_.on_event(event);
  forget_sleeps();
}

void PollingRuns::pass_on_tested(const std::vector<Tested>& tested, Ticks time) {
  for (const Tested& each : tested) {
    Event event{.time = time, .kind = each.kind};
    each.kind == EventKind::rma_group_test ? event.window.value = each.number : event.request = each.number;
    if (each.kind == EventKind::ptested) event.partition() = each.partition;
    next_.on_event(event);
  }
}

void PollingRuns::pass_on() {
  if (!holds_) return;
  if (run_) pass_on_run(false);
  if (open_) {
    next_.on_event(*std::exchange(open_, std::nullopt));
    pass_on_tested(std::exchange(tested_, {}), tested_at_);
  }
  holds_ = false;
}

std::vector<PollingRuns::Kind> polling_kinds(std::span<const trace::Region> regions) {
  using Kind = PollingRuns::Kind;
  std::vector<Kind> kinds;
  bool any = false;
  for (const trace::Region& region : regions) {
    const RegionClass found = classify(region);
    const bool is_test = found.is_mpi && found.kind == CallKind::test;
    kinds.push_back(is_test ? Kind::test : is_sleep(region) ? Kind::sleep : Kind::other);
    any = any || is_test;
  }
  return any ? kinds : std::vector<Kind>();
}

}  // namespace latecomer::analyze
