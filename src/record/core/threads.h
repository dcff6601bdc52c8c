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

/// Makes the thread's files, at its first event.
Status open_thread_log();
/// Of the process's first thread, before it has files.
Status sample_first_thread();

/// Makes the thread's log at its first event. False if nothing is recorded.
inline bool has_log() noexcept {
  if (!is_on() || this_thread.ended) return false;
  if (this_thread.files == nullptr) [[unlikely]]
    on_own_stack([] { require(open_thread_log()); });
  return this_thread.log != nullptr;
}
/// The same also while recording is off.
inline bool has_files() noexcept {
  return has_log() || (is_on() && this_thread.files != nullptr);
}

/// Of an event that was to be appended.
void require_room(bool stored) noexcept;

/// What happened since the last call: samples, and switches. No more samples are taken until a call ends.
void store_samples() noexcept;
void store_not_running(Ticks time) noexcept;
void store_not_running_in_call(Ticks time) noexcept;
void look_at_processor_time(Ticks time) noexcept;
/// In a signal handler.
void take_sample(const Frame& interrupted);
/// Whether a signal fits on a stack of so many bytes that the program has for signals; 0: it has none.
bool samples_fit_on(size_t signal_stack) noexcept;
/// The calling thread has such a stack from now on: while no signal fits on it, no samples are taken.
void follow_signal_stack(size_t bytes) noexcept;
/// The calling thread has to have a room.
Unwinder& unwinder_of_this_thread() noexcept;

/// To be called at an enter or leave at `time`, before it is stored: where the computation that ends there
/// was long, an event tells for how long the thread did not run in it.
inline void end_computation(Ticks time) noexcept {
  constexpr Ticks kLong(500'000);
  if (time - this_thread.computing_since > kLong) [[unlikely]]
    store_not_running(time);
  this_thread.computing_since = time;
}
/// To be called at the leave of a call of MPI at `time`, before it is stored: the same of a long call in
/// which the thread never slept, so that it wanted a core all the time. Of a call that is recorded
/// afterwards, as a wait for a lock is, nobody knows that.
inline void end_call(Ticks time) noexcept {
  constexpr Ticks kLong(500'000);
  if (time - this_thread.computing_since > kLong) [[unlikely]]
    store_not_running_in_call(time);
}
/// To be called after the leave of a call. It looks at the processor time from time to time, so that what was
/// used before a long computation is known well.
inline void begin_computation(Ticks time) noexcept {
  constexpr Ticks kOld(1'000'000);
  if (time - this_thread.processor_time.at > kOld) [[unlikely]]
    look_at_processor_time(time);
  this_thread.computing_since = time;
}

/// Whether the thread is in the region that stands for time without recording.
inline bool is_off_in_log() noexcept {
  return this_thread.files != nullptr && this_thread.log == nullptr;
}
/// From `time` on nothing is recorded, unless the thread's log is further already.
void enter_off(Ticks time);
void leave_off(Ticks time);

/// Switches recording off or on. Each thread follows at its next call; the calling one as well.
void switch_all_threads(bool on);

/// When a thread that recorded exits; `files` are its ThreadFiles.
void end_thread(void* files);
void forget_in_child();

/// Nanoseconds that threads ran of which nothing was recorded.
uint64_t unrecorded_cpu_time();

}  // namespace latecomer::record
