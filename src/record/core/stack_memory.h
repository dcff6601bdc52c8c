// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace latecomer::record {

/// The addresses of a thread's own stack, from its lowest to its end.
struct StackBounds {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  bool has_word(uintptr_t address) const {
    return address >= begin && address < end && end - address >= sizeof(uintptr_t);
  }
};
/// Of the calling thread; nothing if they cannot be found out. Takes locks and memory.
StackBounds own_stack() noexcept;

/// A word of a stack as it was when it was read.
struct StackWord {
  uintptr_t address = 0;
  uintptr_t value = 0;
};

/// Whether the words are what they were. They have to lie in the calling thread's own stack, above its stack
/// pointer.
bool same_words(std::span<const StackWord> words) noexcept;

/// Reads words of the calling thread's stack, and keeps a list of them. Words elsewhere, on stacks that the
/// program has made itself, are read as well if there is memory.
class StackMemory {
 public:
  /// `most`: after this many words, there are no more.
  StackMemory(StackBounds own, size_t most);
  /// What was read before is forgotten; now words from `lowest` on can be read.
  void begin(uintptr_t lowest) noexcept;
  std::optional<uintptr_t> read(uintptr_t address) noexcept;
  std::span<const StackWord> words() const { return {words_.data(), count_}; }
  /// All of them lie in the thread's own stack.
  bool all_own() const { return all_own_; }

 private:
  bool readable(uintptr_t address) noexcept;

  StackBounds own_;
  uintptr_t lowest_ = 0;
  uintptr_t readable_page_ = 0;
  bool all_own_ = true;
  size_t count_ = 0;
  std::vector<StackWord> words_;
};

}  // namespace latecomer::record
