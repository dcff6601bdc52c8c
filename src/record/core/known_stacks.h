// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/core/stack_log.h"
#include "record/core/stack_memory.h"

namespace latecomer::record {

/// Stacks of one thread that were unwound, with the words that they depend on.
class KnownStacks {
 public:
  explicit KnownStacks(StackBounds own) : own_(own) {}

  /// The stack at the call of a function that runs and has this frame, none if it is not known. A few loads
  /// and comparisons.
  StackId find(const void* frame) noexcept;
  /// `words` are in the thread's own stack, the return address of the function with this frame among them.
  void add(const void* frame, std::span<const StackWord> words, StackId stack);
  void clear() noexcept;

 private:
  struct Known {
    uintptr_t frame = 0;
    uintptr_t return_address = 0;
    StackId stack;
    std::vector<StackWord> words;
  };
  static constexpr size_t kLists = 256;

  std::vector<Known>& list_of(uintptr_t frame, uintptr_t return_address) noexcept;

  StackBounds own_;
  size_t words_ = 0;  // of all
  std::array<std::vector<Known>, kLists>
      lists_;  // by frame and return address; what was asked for most tends to be in front
};

}  // namespace latecomer::record
