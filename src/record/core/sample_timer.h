// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <ctime>

#include "base/result.h"
#include "record/core/unwinder.h"

namespace latecomer::record {

/// Is called in the thread that a timer interrupts, on the recorder's stack, with the frame in which it did;
/// only where there is such a stack, and nothing else runs on it.
using SampleHandler = void (*)(const Frame& interrupted);

/// Is the signal of the timers; mark_of_samples returns the value that comes with it.
inline constexpr int kSampleSignal = 33;  // glibc's SIGSETXID
const void* mark_of_samples() noexcept;

/// Prepares the process for sample timers.
Status handle_samples(SampleHandler handler);

/// Interrupts a thread again and again, after so much of its own processor time: one that sleeps or waits is
/// left alone.
class SampleTimer {
 public:
  SampleTimer() = default;
  /// Starts the timer of the calling thread. The kernel's clock tick limits how often it can interrupt.
  Status start(unsigned per_second);
  void stop() noexcept;

 private:
  timer_t timer_{};
  bool runs_ = false;
};

}  // namespace latecomer::record
