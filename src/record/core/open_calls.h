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
// by an exception or longjmp: then nobody tells the recorder, which finds it out at the thread's next call.
namespace latecomer::record {

/// A call whose real function runs, and what it may wait for.
struct WaitingCall {
  DescribePending describe = nullptr;  // nullptr: there is none, or it does not wait
  const void* call = nullptr;
};

struct OpenCall {
  trace::RegionId region;  ///< invalid: its leave has been stored
  /// The canonical frame address of its wrapper (__builtin_dwarf_cfa).
  const void* frame = nullptr;
  /// Ends what is in `room` if the call does not return; nullptr: there is nothing in it.
  void (*left)(void* room, Ticks time) noexcept = nullptr;
  bool is_out = false;       ///< in the real function, or what that calls back
  bool by_binding = false;   ///< a Fortran procedure, which may call the C function of the same name
  Ticks seen_left;           ///< when a sample showed that it was left; 0: none did
  LastTest test = {};        ///< of the call around it
  WaitingCall waiting = {};  ///< the same
  /// For what its wrapper keeps meanwhile. Not in the wrapper's frame, so that it is there if that is not.
  static constexpr size_t kRoom = 1024;
  alignas(std::max_align_t) std::array<std::byte, kRoom> room;
};

/// Of a thread, and then of those that follow it.
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

/// A call of the calling thread begins, whose wrapper has this frame. nullptr if it cannot be recorded.
OpenCall* open_call(trace::RegionId region, const void* frame) noexcept;
/// It calls the real function, and is back from it. False if it was taken for one that does not return.
void go_out(OpenCall& call) noexcept;
bool come_back(OpenCall& call, const void* frame) noexcept;
/// Stores its leave; once.
void leave_call(OpenCall& call, Ticks time) noexcept;
/// The innermost call ends, at `time`.
void close_call(OpenCall& call, Ticks time) noexcept;

/// Whether the calling thread is in its innermost open call, with the recorder doing nothing; calls that were
/// left are ended before. `frame` is that of the wrapper which asks. False also where that cannot be told:
/// the stack cannot be unwound so far, or the call is on another stack.
bool is_in_open_call(const void* frame) noexcept;

/// Whether the calling thread has left its innermost open call, since it is at `stack_pointer`. That is seen
/// now: the call ends here. In signal handlers.
bool is_past_open_call(uintptr_t stack_pointer) noexcept;

/// All calls of the thread that are open are left here: it exits, or the program does.
void leave_open_calls() noexcept;

}  // namespace latecomer::record
