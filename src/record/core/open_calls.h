// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ticks.h"
#include "record/core/last_test.h"
#include "record/core/recorder.h"
#include "trace/definitions.h"

// The calls of a thread that call the program back: those whose real functions have not returned. What they
// call back can call MPI again, so there can be several, each within the one before. And it can leave them,
// by an exception or longjmp: then nobody notifies the recorder, which finds it out at the thread's next
// call.
namespace latecomer::record {

/// Describes a call whose real function runs, and what it may wait for.
struct WaitingCall {
  DescribePending describe = nullptr;  // nullptr: there is none, or it does not wait
  const void* call = nullptr;
};

struct OpenCall {
  trace::RegionId region;  ///< Is the call's region, invalid once the leave has been stored.
  /// Is the canonical frame address of the call's wrapper (__builtin_dwarf_cfa).
  const void* frame = nullptr;
  /// Ends what is in `room` if the call does not return; nullptr: there is nothing in it.
  void (*left)(void* room, Ticks time) noexcept = nullptr;
  bool is_out = false;       ///< Is true while the real function runs, and in what that calls back.
  bool by_binding = false;   ///< Marks a Fortran procedure, which may call the C function of the same name.
  Ticks seen_left;           ///< Says when a sample showed that the call was left; 0: none did.
  LastTest test = {};        ///< Is the last test of the call around this one.
  WaitingCall waiting = {};  ///< Is what the call around this one waits for.
  /// Sizes the room for what the wrapper keeps meanwhile, which is there if the wrapper's frame is not.
  static constexpr size_t kRoom = 1024;
  alignas(std::max_align_t) std::array<std::byte, kRoom> room;
};

/// Lists the open calls of a thread, and then of those that follow it.
class OpenCalls {
 public:
  bool empty() const noexcept { return count_ == 0; }
  bool full() const noexcept { return count_ == calls_.size(); }
  size_t size() const noexcept { return count_; }
  OpenCall& innermost() noexcept { return calls_[count_ - 1]; }
  OpenCall& add() noexcept { return calls_[count_++]; }
  void remove_innermost() noexcept { --count_; }
  std::span<OpenCall> all() noexcept { return {calls_.data(), count_}; }
  bool has(const OpenCall& call, const void* frame) const noexcept {
    return &call >= calls_.data() && &call < calls_.data() + count_ && call.frame == frame;
  }

 private:
  size_t count_ = 0;
  std::array<OpenCall, 8> calls_;
};

/// Begins a call of the calling thread, whose wrapper has this frame; nullptr if it cannot be recorded.
OpenCall* open_call(trace::RegionId region, const void* frame) noexcept;
/// These functions note that the call goes on in the real function, and that it is back from there.
/// `come_back` returns false if the call was taken for one that does not return.
void go_out(OpenCall& call) noexcept;
bool come_back(OpenCall& call, const void* frame) noexcept;
/// Stores the leave of the call, once.
void leave_call(OpenCall& call, Ticks time) noexcept;
/// Ends the innermost call, at `time`.
void close_call(OpenCall& call, Ticks time) noexcept;

/// Returns whether the calling thread is in its innermost open call, with the recorder doing nothing; calls
/// that were left are ended before. `frame` is that of the wrapper which asks. The result is false also where
/// the stack cannot be unwound so far, or the call is on another stack.
bool is_in_open_call(const void* frame) noexcept;

/// Returns whether the calling thread has left its innermost open call, since it is at `stack_pointer`; then
/// the call ends here. It may be called in signal handlers.
bool is_past_open_call(uintptr_t stack_pointer) noexcept;

/// Leaves all open calls of the thread: it exits, or the program does.
void leave_open_calls() noexcept;

}  // namespace latecomer::record
