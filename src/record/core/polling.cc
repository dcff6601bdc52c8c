// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Polling runs, while the program runs.
//
// A program that waits by testing again and again tests some million times a second. A run of unsuccessful
// tests is one call in the thread's log, which says how many it is. The next test of the same, soon enough
// and with nothing stored since, opens that call again, and leaves it again if it is unsuccessful, too:
//
//     enter, what was tested, polled 1, leave               after the first test
//     enter, what was tested, polled 2, -                   in the second
//     enter, what was tested, polled 2, leave               after it
//     enter, what was tested, polled 3, -, irecv, leave     after the third, which succeeds
//
// Each step is a store of a word, so the log is whole whenever the process dies. No call stack is looked for.
//
// What may be between two tests is computation, and not time in which another thread had the core or the
// kernel served an interrupt: a run that lasts long would hardly ever be whole. To ask how long the thread
// itself has run takes as long as some tests do, so that is done now and then, and where the time between two
// tests is too long. Between such looks it is taken to have run all the time, which is so if no test took
// long. Interrupts count as time of the thread: what is longer than it may be ends no run as long as all of
// that is less than a fiftieth of the run.
//
// Time in which the program sleeps by a function for that is known, and counts for nothing. A program that
// polls with pauses of another kind (poll, sched_yield) computes a little more between two tests, but it
// sleeps most of the time, which one that works does not. Where the first two unsuccessful tests are apart,
// the second one looks how long the thread has run, so from there on that is known.

#include "record/core/polling.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "base/polling.h"
#include "record/core/process_state.h"
#include "record/core/recorder.h"
#include "record/core/threads.h"

namespace latecomer::record {

namespace {

// No more samples are taken until the call ends. Those since the test before count for nothing, as those
// within a call.
void stop_sampling() noexcept {
  this_thread.between_calls = false;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (this_thread.samples != nullptr && !this_thread.samples->empty())
    this_thread.samples->forget_until(Ticks::max());
}

// Whether the program pauses between two tests, and does not work: most of the time that passed in the run's
// gaps so far, this one included, the thread did not run.
bool counts_as_pause(LastTest& test, Ticks passed, Ticks computed) noexcept {
  constexpr Ticks kMostPassed(2'000'000);
  constexpr Ticks kMostComputed(200'000);  // the kernel's work for a sleep, and interrupts
  constexpr int64_t kParts = 4;
  if (passed > kMostPassed || computed > kMostComputed) return false;
  test.paused += passed;
  test.computed_in_pauses += computed;
  return test.computed_in_pauses.count * kParts <= test.paused.count;
}

// Since the last test, until `time`.
bool computed_too_long(LastTest& test, Ticks time) noexcept {
  const Ticks slept = std::exchange(test.slept, Ticks());
  const Ticks passed = time - test.left - slept;
  if (passed <= longest_polling_gap(process->polling_gap, slept)) return false;
  const ProcessorTime before = this_thread.processor_time;
  if (before.at < test.began) return true;
  look_at_processor_time(time);
  const Ticks used = std::exchange(this_thread.processor_time, before).used - before.used;
  const Ticks computed = used - (test.left - before.at);
  if (computed <= process->polling_gap || counts_as_pause(test, passed, computed)) return false;
  constexpr int64_t kParts = 50;
  test.interrupted += computed;
  return test.interrupted.count > (test.left - test.began).count / kParts;
}

}  // namespace

std::optional<Ticks> begin_test(trace::RegionId region, const void* caller, uint64_t tested) noexcept {
  LastTest& test = this_thread.test;
  const TestPlace place{region, caller, tested};
  const bool may_go_on = std::exchange(test.can_be_reopened, false) && test.place == place && has_log() &&
                         switches.load(std::memory_order_relaxed) == this_thread.switches;
  test.place = place;
  test.number = 1;
  test.is_repeated = may_go_on;
  if (!may_go_on) return std::nullopt;
  const Ticks time = now();
  if (computed_too_long(test, time)) return std::nullopt;
  const uint64_t number = this_thread.log->reopen_test();
  if (number == 0) return std::nullopt;
  stop_sampling();
  test.number = number;
  this_thread.computing_since = time;
  return time;
}

bool mark_test_unsuccessful() noexcept {
  this_thread.test.unsuccessful = true;
  return this_thread.test.number == 1;
}

bool may_be_polling() noexcept {
  const LastTest& test = this_thread.test;
  return test.can_be_reopened && this_thread.log != nullptr && this_thread.log->last_time() == test.left;
}

void slept_since_test(Ticks time) noexcept {
  this_thread.test.slept += time;
}

bool is_polling() noexcept {
  return this_thread.test.number >= 2;
}

void leave_unsuccessful_test(trace::RegionId region, Ticks time) noexcept {
  LastTest& test = this_thread.test;
  test.unsuccessful = false;
  if (!has_log()) return;
  ThreadLog& log = *this_thread.log;
  test.can_be_reopened = process->polling_gap > Ticks();
  if (!test.can_be_reopened)
    require_room(log.append_leave(region, time));
  else if (test.number == 1 || !log.leave_reopened_test(time))
    require_room(log.append_unsuccessful_test(region, time));
  begin_computation(time);
  const Ticks left_before = std::exchange(test.left, time);
  test.slept = Ticks();
  if (test.number == 1) {
    test.began = time;
    test.interrupted = test.paused = test.computed_in_pauses = Ticks();
    if (test.is_repeated) look_at_processor_time(time);
  } else if (test.number == 2 || time - left_before > process->polling_gap) {
    look_at_processor_time(time);
  }
}

}  // namespace latecomer::record
