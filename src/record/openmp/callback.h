// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>

#include "record/core/recorder.h"
#include "record/core/thread_state.h"
#include "record/core/threads.h"

namespace latecomer::record::openmp {

/// Lasts as long as a callback of the runtime of OpenMP, in the thread that it is about. Afterwards the
/// thread goes on with what it did before, the program or waiting, unless go_on says otherwise: only of the
/// program samples are taken.
class Callback {
 public:
  /// Drops the samples since `until`, up to which the thread was in the program.
  explicit Callback(Ticks until = Ticks::max()) noexcept
      : was_in_program_(this_thread.between_calls), goes_on_(was_in_program_) {
    if (!recording()) return;
    begin_thread();
    this_thread.between_calls = false;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (this_thread.samples != nullptr && until != Ticks::max()) this_thread.samples->forget_from(until);
    store_samples();
    is_recorded_ = this_thread.files != nullptr;
  }
  ~Callback() {
    if (!is_recorded_) return;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    this_thread.between_calls = goes_on_;
  }
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  /// Is false if the thread may not store anything, because nothing is recorded or because it is in a call of
  /// MPI.
  explicit operator bool() const noexcept { return is_recorded_; }
  bool was_in_program() const noexcept { return was_in_program_; }
  void go_on(bool in_program) noexcept { goes_on_ = in_program; }

 private:
  bool was_in_program_;
  bool goes_on_;
  bool is_recorded_ = false;
};

}  // namespace latecomer::record::openmp
