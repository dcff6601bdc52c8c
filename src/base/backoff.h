// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace latecomer {

/// Waits between two tests whether a process can go on. There can be more processes than cores, and one that
/// only yields its core still takes a share of it from those that have work to do. So the process sleeps
/// between tests, for a fraction of the time that it has waited already: what it waited for is noticed late
/// by no more than that fraction.
class Backoff {
 public:
  void wait() const {
    const std::chrono::nanoseconds so_far = waited();
    if (so_far < kYielding) {
      sched_yield();
      return;
    }
    const timespec sleep{0, static_cast<long>(std::min(so_far / kFraction, kLongestSleep).count())};
    nanosleep(&sleep, nullptr);
  }

  std::chrono::nanoseconds waited() const { return std::chrono::steady_clock::now() - start_; }

 private:
  static constexpr std::chrono::nanoseconds kYielding = std::chrono::microseconds(100);
  static constexpr int64_t kFraction = 8;
  /// Is not longer, because while a process sleeps, MPI makes no progress with its large messages.
  static constexpr std::chrono::nanoseconds kLongestSleep = std::chrono::microseconds(250);

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace latecomer
