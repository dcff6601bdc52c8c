// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/ticks.h"
#include "record/core/own_stack.h"
#include "record/core/thread_state.h"
#include "record/core/trouble.h"

// The calling thread: its files, its samples, and what its log has of the time in which recording was off.
namespace latecomer::record {

/// Makes the calling thread's files, at its first event.
Status open_thread_log();
/// Samples the process's first thread, before it has files.
Status sample_first_thread();

/// Makes the thread's log at its first event. Returns false if nothing is recorded.
inline bool has_log() noexcept {
  if (!is_on() || this_thread.ended) return false;
  if (this_thread.files == nullptr) [[unlikely]]
    on_own_stack([] { require(open_thread_log()); });
  return this_thread.log != nullptr;
}
/// Makes the thread's log at its first event. Returns whether it has files, also while recording is off.
inline bool has_files() noexcept {
  return has_log() || (is_on() && this_thread.files != nullptr);
}

/// Handles a full disk or limit: `stored` says whether an event could be appended.
void require_room(bool stored) noexcept;

/// Stores samples and switches since the last call. No more samples are taken until a call ends.
void store_samples() noexcept;
void store_not_running(Ticks time) noexcept;
void store_not_running_in_call(Ticks time) noexcept;
void look_at_processor_time(Ticks time) noexcept;
/// Takes a sample of the calling thread, in a signal handler.
void take_sample(const Frame& interrupted);
/// Returns whether a signal fits on the program's stack for signals, of so many bytes; 0: it has none.
bool samples_fit_on(size_t signal_stack) noexcept;
/// Notes the size of the calling thread's signal stack: while no signal fits on it, no samples are taken.
void follow_signal_stack(size_t bytes) noexcept;
/// Returns the unwinder of the calling thread, which has to have an OwnStack.
Unwinder& unwinder_of_this_thread() noexcept;

/// Ends a computation, at an enter or leave at `time`, before that is stored: if the computation was long, an
/// event says for how long the thread did not run in it.
inline void end_computation(Ticks time) noexcept {
  constexpr Ticks kLong(500'000);
  if (time - this_thread.computing_since > kLong) [[unlikely]]
    store_not_running(time);
  this_thread.computing_since = time;
}
/// Ends a call of MPI, at its leave at `time`, before that is stored: if the call was long, an event says for
/// how long the thread wanted a core in it and had none. Where the kernel does not say that, it is known only
/// if the thread never slept. Calls that are recorded afterwards, as waits for locks are, do not use it.
inline void end_call(Ticks time) noexcept {
  constexpr Ticks kLong(500'000);
  if (time - this_thread.computing_since > kLong) [[unlikely]]
    store_not_running_in_call(time);
}
/// Begins a computation, after the leave of a call. It looks at the processor time from time to time, so that
/// what was used before a long computation is known well.
inline void begin_computation(Ticks time) noexcept {
  constexpr Ticks kOld(1'000'000);
  if (time - this_thread.processor_time.at > kOld) [[unlikely]]
    look_at_processor_time(time);
  this_thread.computing_since = time;
}

/// Returns whether the thread is in the region that stands for time without recording.
inline bool is_off_in_log() noexcept {
  return this_thread.files != nullptr && this_thread.log == nullptr;
}
/// These functions enter and leave the region for time without recording, at `time` or the log's last time.
void enter_off(Ticks time);
void leave_off(Ticks time);

/// Switches recording off or on. Each thread follows at its next call; the calling one as well.
void switch_all_threads(bool on);

/// Ends a thread that recorded, when it exits; `files` are its ThreadFiles.
void end_thread(void* files);
void forget_in_child();

/// Returns for how many nanoseconds threads ran of which nothing was recorded.
uint64_t unrecorded_cpu_time();

}  // namespace latecomer::record
