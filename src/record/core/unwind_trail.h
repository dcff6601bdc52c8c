// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "record/core/frame.h"

namespace latecomer::record {

/// Holds what was read of a stack to unwind it: return addresses, and those saved frame pointers that lead
/// on. Programs call from the same few addresses again and again: where the same registers are given, and the
/// same lies at the same addresses, the stack is the same, which is seen in 2 ns instead of 3 ns a call.
class UnwindTrail {
 public:
  void begin(const Frame& frame) noexcept {
    from_ = frame;
    count_ = 0;
    is_whole_ = true;
    needs_frame_pointer_ = false;
  }
  void add(uintptr_t address, uintptr_t value) noexcept {
    if (count_ < words_.size())
      words_[count_++] = {address, value};
    else
      is_whole_ = false;
  }
  /// Says that the stack depends on the frame pointer that was given.
  void need_frame_pointer() noexcept { needs_frame_pointer_ = true; }
  /// Says that what was read is not all that the stack depends on.
  void lose() noexcept { is_whole_ = false; }
  bool is_whole() const noexcept { return is_whole_; }

  /// Returns whether the stack of the calling thread, which is at `frame`, is the same as then.
  [[gnu::no_sanitize_address]] bool leads_from(const Frame& frame, const StackBounds& stack) const noexcept {
    if (!is_whole_ || frame.program_counter != from_.program_counter ||
        frame.stack_pointer != from_.stack_pointer)
      return false;
    if (needs_frame_pointer_ && frame.frame_pointer != from_.frame_pointer) return false;
    for (size_t i = 0; i < count_; ++i) {
      const Word& word = words_[i];
      if (word.address < frame.stack_pointer || word.address >= stack.end) return false;
      if (*reinterpret_cast<const uintptr_t*>(word.address) != word.value) return false;
    }
    return stack.contains(frame.stack_pointer);
  }

 private:
  struct Word {
    uintptr_t address;
    uintptr_t value;
  };
  Frame from_;
  size_t count_ = 0;
  bool is_whole_ = false;
  bool needs_frame_pointer_ = false;
  std::array<Word, 60> words_;
};

}  // namespace latecomer::record
