// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "record/core/frame.h"
#include "record/core/frame_rule.h"
#include "record/core/unwind_trail.h"

namespace latecomer::record {

/// A stack of calls, in the room that was given for it.
struct UnwoundStack {
  /// Innermost first: for each active function the address behind its call of the one before; of one that
  /// was interrupted, where.
  std::span<const uintptr_t> return_addresses;
  /// There are more: than were asked for, or whose callers no compiler has described.
  bool cut = false;
};

/// The function that called the calling one, at its return address.
#define LATECOMER_CALLER_FRAME() \
  ::latecomer::record::caller_frame(__builtin_return_address(0), __builtin_frame_address(0))
inline Frame caller_frame(const void* return_address, const void* frame) noexcept {
  const auto* const saved = static_cast<const uintptr_t*>(frame);
  return {reinterpret_cast<uintptr_t>(return_address), reinterpret_cast<uintptr_t>(saved + 2), saved[0]};
}

/// The stack that the system, or the program, has given the calling thread. Not what it may run on at times,
/// as fibers do.
StackBounds stack_of_this_thread() noexcept;

/// Finds the calls that are active on a thread, 3 ns each, for one thread at a time. Takes no lock and no
/// memory, and reads only what is there, so it may be used in signal handlers.
class Unwinder {
 public:
  const StackBounds& stack() const noexcept { return stack_; }
  /// Of another thread from here on.
  void begin_thread(const StackBounds& stack) noexcept { stack_ = stack; }
  /// Libraries may have been unloaded: what is remembered of addresses is not valid.
  void forget() noexcept { rules_ = {}; }

  /// The calls from the function at `frame` outwards, as many as there is room for. Empty if the stack cannot
  /// be read. `interrupted`: the frame is where a signal arrived, not behind a call. `trail` gets what was
  /// read.
  UnwoundStack unwind(Frame frame, bool interrupted, std::span<uintptr_t> room,
                      UnwindTrail* trail = nullptr) noexcept;

  /// The same call by call: after `begin` of a frame behind a call, from each to its caller's. False at the
  /// last, or where its caller cannot be found.
  void begin(const Frame& frame) noexcept;
  bool go_to_caller(Frame& frame) noexcept;

 private:
  struct KnownRule {
    uintptr_t address = 0;  // 0: none
    FrameRule rule;
  };
  // What can be read of a stack: at addresses from `begin` on, `moved` bytes further on in memory.
  struct Memory {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    uintptr_t moved = 0;
    bool contains(uintptr_t address) const { return address >= begin && address + sizeof(uintptr_t) <= end; }
  };

  const FrameRule& rule_at(uintptr_t address) noexcept;
  bool go_to_caller(Frame& frame, const FrameRule& rule) noexcept;
  bool read(uintptr_t address, uintptr_t& value) noexcept;
  bool read_on_trail(uintptr_t address, uintptr_t& value) noexcept;
  void follow_frame_pointer(const Frame& frame) noexcept;
  Memory memory_at(uintptr_t address) noexcept;

  static constexpr size_t kRules = 512;
  static constexpr size_t kCopied = size_t{16} << 10;

  StackBounds stack_;
  Memory memory_;
  unsigned looked_for_memory_ = 0;  // in this stack
  UnwindTrail* trail_ = nullptr;    // of this stack, if somebody wants it
  uintptr_t frame_pointer_at_ = 0;  // where the frame pointer was read; 0: it was given
  std::array<KnownRule, kRules> rules_{};
  alignas(16) std::array<std::byte, kCopied> copy_;  // of a stack whose bounds are not known
};

}  // namespace latecomer::record
