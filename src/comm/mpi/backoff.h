// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>
#include <sched.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>

namespace latecomer {

/// What a rank does between two tests whether it can go on. There can be more ranks than cores, and a rank
/// that only yields its core still takes a share of it from those that have work to do. So it sleeps between
/// tests, for a fraction of the time that it has waited already: what it waited for is noticed late by no
/// more than that fraction.
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
  /// Not longer, because while a rank sleeps, MPI makes no progress with its large messages.
  static constexpr std::chrono::nanoseconds kLongestSleep = std::chrono::microseconds(250);

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Waits until all of them are done.
inline void complete(std::span<MPI_Request> requests) {
  const Backoff backoff;
  const auto are_done = [&] {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  };
  while (!are_done()) backoff.wait();
}

}  // namespace latecomer
