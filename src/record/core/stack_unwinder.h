// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/core/frame_rules.h"
#include "record/core/stack_memory.h"

namespace latecomer::record {

/// A stack of calls, until the next one is unwound.
struct UnwoundStack {
  /// Innermost first: for each active function an address inside of the instruction that it is at, which is
  /// its call of the one before.
  std::span<const uintptr_t> addresses;
  /// Frames further out are missing: there are more than were asked for, or it is not known how to get to
  /// them.
  bool cut = false;
};

/// Finds the calls that are active on the calling thread, by what compilers tell about frames for exceptions.
/// No stack, however broken, makes it read what is not there, and it does not guess. Async-signal-safe, takes
/// no locks; one thread at a time.
class StackUnwinder {
 public:
  /// `depth`: of how many calls at most.
  StackUnwinder(StackBounds own, size_t depth);

  /// The stack at the call of a function that runs; `frame` is its __builtin_frame_address(0).
  UnwoundStack unwind(const void* frame) noexcept;

  /// To be called when a library was unloaded: another may lie where it was.
  void forget_code() noexcept;

  /// What the last result depends on: if a function is called with the same `frame` and these words are the
  /// same then, its stack is the same.
  std::span<const StackWord> words() const { return memory_.words(); }
  /// They can be compared.
  bool comparable() const { return memory_.all_own(); }

 private:
  struct KnownRules {
    uintptr_t address = 0;
    FrameRules rules;
  };
  const FrameRules* rules_at(uintptr_t address) noexcept;

  StackMemory memory_;
  std::vector<uintptr_t> addresses_;
  std::vector<KnownRules> known_rules_;  // by a part of the address
};

}  // namespace latecomer::record
