// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A signal handler may neither allocate nor wait, so it only copies return addresses, into room that is
// there. They become stacks and events at the thread's next recorded call:
//
//   MPI_Barrier           computation              MPI_Send
//   ------------|    s        s        s        s |-- store 4 samples, then enter
//
// Where room for a long computation runs out, every second sample is dropped, and from there on every second
// one is taken: their shares of the computation stay right.
//
// Cost: a microsecond or two a sample, ten more in Python; room for 2048 samples of each thread, of which
// pages are used when they are filled.

#include "record/core/thread_samples.h"

#include <algorithm>
#include <span>

#include "record/python/position.h"

namespace latecomer::record {

ThreadSamples::ThreadSamples(size_t depth)
    : depth_(depth), calls_(std::make_unique_for_overwrite<uintptr_t[]>(kMost * depth)) {}

void ThreadSamples::take(const Frame& interrupted, Unwinder& unwinder, Ticks time) noexcept {
  if (++skipped_ < period_) return;
  skipped_ = 0;
  if (count_ == kMost) keep_every_second();
  unwinder.look_at_python(true);
  const UnwoundStack stack = unwinder.unwind(interrupted, true, {calls_of(count_), depth_});
  samples_[count_] = {time, stack.return_addresses.size(), stack.cut, modules_of(stack.return_addresses)};
  ++count_;
}

void ThreadSamples::keep_every_second() noexcept {
  for (size_t i = 1; 2 * i < count_; ++i) {
    samples_[i] = samples_[2 * i];
    std::copy_n(calls_of(2 * i), samples_[i].calls, calls_of(i));
  }
  count_ /= 2;
  period_ *= 2;
}

size_t ThreadSamples::number_before(Ticks end) const noexcept {
  size_t number = count_;
  while (number > 0 && samples_[number - 1].time >= end) --number;
  return number;
}

// The first ones.
void ThreadSamples::forget(size_t number) noexcept {
  for (size_t i = number; i < count_; ++i) {
    samples_[i - number] = samples_[i];
    std::copy_n(calls_of(i), samples_[i].calls, calls_of(i - number));
  }
  count_ -= number;
  if (count_ > 0) return;
  period_ = 1;
  skipped_ = 0;
}

void ThreadSamples::forget_until(Ticks end) noexcept {
  forget(number_before(end));
}

bool ThreadSamples::store(ThreadStacks& stacks, ThreadLog& log, Ticks end) {
  const size_t number = number_before(end);
  bool stored = true;
  for (size_t i = 0; i < number && stored; ++i) {
    const Sample& sample = samples_[i];
    if (sample.calls == 0) continue;
    if (!PythonPosition::is(*calls_of(i))) ++*calls_of(i);  // where it was interrupted, no return address
    const std::optional<StackId> stack =
        stacks.find_or_add({{calls_of(i), sample.calls}, sample.cut}, sample.modules);
    if (!stack) continue;
    trace::Event event;
    event.kind = trace::EventKind::sample;
    event.calling_context = trace::CallingContextId(stack->index());
    stored = stack->valid() && log.append(event, sample.time);
  }
  forget(number);
  return stored;
}

}  // namespace latecomer::record
