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
#include "record/python/python_functions.h"

namespace latecomer::record {

/// Holds an unwound call stack, in memory of the caller.
struct UnwoundStack {
  /// Lists the functions innermost first: each by the address behind its call of the one before, one that was
  /// interrupted by where; those in Python as words of PythonPosition.
  std::span<const uintptr_t> return_addresses;
  /// Says that there are more: than were asked for, or whose callers no compiler has described.
  bool cut = false;
};

/// Returns the frame of the function that called the calling one, at its return address.
#define LATECOMER_CALLER_FRAME()                                                        \
  ::latecomer::record::caller_frame(__builtin_return_address(0), __builtin_dwarf_cfa(), \
                                    __builtin_frame_address(0))
inline Frame caller_frame(const void* return_address, const void* cfa, const void* frame) noexcept {
  return {reinterpret_cast<uintptr_t>(return_address), reinterpret_cast<uintptr_t>(cfa),
          *static_cast<const uintptr_t*>(frame), 0};
}

/// Returns the stack that the system, or the program, has given the calling thread. It is not one on which
/// the thread runs at times, as fibers do.
StackBounds stack_of_this_thread() noexcept;

/// Finds the calls that are active on a thread, 3 ns each, for one thread at a time. It takes no lock and no
/// memory, and reads only what is there, so it may be used in signal handlers.
class Unwinder {
 public:
  const StackBounds& stack() const noexcept { return stack_; }
  /// Unwinds another thread, with this stack, from here on.
  void begin_thread(const StackBounds& stack) noexcept { stack_ = stack; }
  /// Forgets what is remembered of addresses, since libraries may have been unloaded.
  void forget() noexcept { rules_ = {}; }

  /// Looks at the calling thread's functions in Python, and returns a number that tells them from others.
  /// They are among what `unwind` returns until it is called again.
  uint64_t look_at_python(bool interrupted) noexcept { return python_.look(interrupted, stack_); }
  /// Returns the calls from the function at `frame` outwards, as many as there is room for; none if the stack
  /// cannot be read. `interrupted` says that the frame is where a signal arrived, not behind a call. `trail`
  /// gets what was read.
  UnwoundStack unwind(Frame frame, bool interrupted, std::span<uintptr_t> room,
                      UnwindTrail* trail = nullptr) noexcept;

  /// These functions unwind a stack call by call: after `begin` of a frame behind a call, go_to_caller goes
  /// from each to its caller's. It returns false at the last, or where its caller cannot be found.
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

  size_t put_python(std::span<uintptr_t> room, size_t count, uintptr_t caller) noexcept;
  const FrameRule& rule_at(uintptr_t address) noexcept;
  bool go_to_caller(Frame& frame, const FrameRule& rule) noexcept;
  bool read(uintptr_t address, uintptr_t& value) noexcept;
  bool read_on_trail(uintptr_t address, uintptr_t& value) noexcept;
  void follow_frame_pointer(const Frame& frame) noexcept;
  Memory memory_at(uintptr_t address) noexcept;

  static constexpr size_t kRules = 512;
  static constexpr size_t kCopied = size_t{16} << 10;

  StackBounds stack_;
  PythonFunctions python_;
  Memory memory_;
  unsigned looked_for_memory_ = 0;  // in this stack
  UnwindTrail* trail_ = nullptr;    // of this stack, if somebody wants it
  uintptr_t frame_pointer_at_ = 0;  // where the frame pointer was read; 0: it was given
  std::array<KnownRule, kRules> rules_{};
  alignas(16) std::array<std::byte, kCopied> copy_;  // of a stack whose bounds are not known
};

}  // namespace latecomer::record
