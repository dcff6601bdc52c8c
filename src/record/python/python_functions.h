// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "record/core/frame.h"
#include "record/python/careful_memory.h"
#include "record/python/interpreter.h"

namespace latecomer::record {

/// Holds the functions in Python that are active on a thread, for one thread at a time. An *evaluation* is a
/// call of the function in C that executes them; it executes several, each called by the one before. All is
/// async-signal-safe.
class PythonFunctions {
 public:
  static constexpr uintptr_t kNone = UINTPTR_MAX;

  /// Looks at the calling thread's, whose stack is `stack`. `interrupted` says that Python may be in the
  /// midst of a change. Returns a number that tells these functions from others: 0 if there are none.
  uint64_t look(bool interrupted, const StackBounds& stack) noexcept {
    const PythonInterpreter* const python = python_interpreter.load(std::memory_order_acquire);
    return python == nullptr ? 0 : look(*python, interrupted, stack);
  }
  /// Looks at those of the thread with this state.
  uint64_t look(const PythonInterpreter& python, uintptr_t thread_state, bool interrupted,
                const StackBounds& stack) noexcept;

  /// Begins anew with the innermost ones.
  void rewind() noexcept;
  /// Returns an address in the stack's frame of the next evaluation outwards, kNone if there is none.
  uintptr_t evaluation() const noexcept { return evaluation_; }
  /// Puts the next evaluation's functions, innermost first, as words of PythonPosition. Returns how many: no
  /// more than there is room for.
  size_t put(std::span<uintptr_t> room) noexcept;
  bool is_empty() const noexcept { return next_ == count_; }
  /// Returns whether functions further out are not known.
  bool is_cut() const noexcept { return is_cut_; }
  /// Returns whether the innermost is collecting garbage, and was not put yet.
  bool is_collecting() const noexcept { return is_collecting_ && next_ == 0; }

 private:
  static constexpr size_t kMost = 2048;

  void forget() noexcept {
    count_ = 0;
    is_cut_ = false;
    is_collecting_ = false;
    rewind();
  }
  uint64_t look(const PythonInterpreter& python, bool interrupted, const StackBounds& stack) noexcept;
  bool follow(const PythonInterpreter& python, uintptr_t thread_state, bool interrupted) noexcept;
  bool add_function(const PythonInterpreter& python, uintptr_t code, uintptr_t at, bool interrupted) noexcept;
  bool add(uintptr_t word) noexcept;
  void find_evaluation() noexcept;

  CarefulMemory memory_;
  uint64_t number_ = 0;  // of those that are held
  bool is_cut_ = false;
  bool is_collecting_ = false;
  size_t count_ = 0;
  size_t next_ = 0;
  uintptr_t evaluation_ = kNone;
  std::array<uintptr_t, kMost> words_;  // innermost first; behind the functions of an evaluation its address
};

}  // namespace latecomer::record
