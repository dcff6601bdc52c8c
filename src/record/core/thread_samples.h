// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/ticks.h"
#include "record/core/thread_log.h"
#include "record/core/thread_stacks.h"
#include "record/core/unwinder.h"

namespace latecomer::record {

/// Holds the samples that were taken of a thread since its last recorded call.
class ThreadSamples {
 public:
  /// Takes stacks of at most `depth` calls.
  explicit ThreadSamples(size_t depth);

  /// Takes the calling thread's stack, in the handler of the signal that interrupted it at `interrupted`. It
  /// is async-signal-safe.
  void take(const Frame& interrupted, Unwinder& unwinder, Ticks time) noexcept;

  bool empty() const { return count_ == 0; }
  /// Appends the samples before `end` as events, and forgets them. Returns false if the log could not grow;
  /// then errno says why.
  bool store(ThreadStacks& stacks, ThreadLog& log, Ticks end = Ticks::max());
  /// Forgets the samples before `end`.
  void forget_until(Ticks end) noexcept;
  /// Forgets the samples at `begin` or later.
  void forget_from(Ticks begin) noexcept { count_ = number_before(begin); }

 private:
  struct Sample {
    Ticks time;
    size_t calls = 0;
    bool cut = false;
    uint64_t modules = 0;  // of its calls, as `modules_of` numbers them
  };
  static constexpr size_t kMost = 2048;

  uintptr_t* calls_of(size_t sample) { return &calls_[sample * depth_]; }
  void keep_every_second() noexcept;
  size_t number_before(Ticks end) const noexcept;
  void forget(size_t number) noexcept;

  size_t depth_;
  std::unique_ptr<uintptr_t[]> calls_;  // of each sample as many as `depth_`, innermost first
  std::array<Sample, kMost> samples_;
  size_t count_ = 0;
  uint32_t period_ = 1;   // one of so many is kept
  uint32_t skipped_ = 0;  // since the last that was kept
};

}  // namespace latecomer::record
