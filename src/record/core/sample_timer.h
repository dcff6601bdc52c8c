// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <csignal>
#include <ctime>
#include <memory>

#include "base/result.h"

namespace latecomer::record {

/// Called in the thread that a timer interrupts, with the address at which it did.
using SampleHandler = void (*)(const void* interrupted);

/// Prepares the process for sample timers; an error if the program uses their signal itself.
Status handle_samples(SampleHandler handler);

/// Interrupts a thread again and again, after so much of its own processor time: one that sleeps or waits is
/// left alone.
class SampleTimer {
 public:
  /// For the calling thread. The kernel's clock tick limits how often that can be.
  static Result<std::unique_ptr<SampleTimer>> start(unsigned per_second);
  SampleTimer(const SampleTimer&) = delete;
  SampleTimer& operator=(const SampleTimer&) = delete;
  ~SampleTimer();

 private:
  explicit SampleTimer(timer_t timer) : timer_(timer) {}
  timer_t timer_;
};

}  // namespace latecomer::record
