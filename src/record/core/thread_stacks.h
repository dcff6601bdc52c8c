// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

#include "record/core/known_stacks.h"
#include "record/core/loaded_modules.h"
#include "record/core/stack_log.h"
#include "record/core/stack_unwinder.h"

namespace latecomer::record {

/// The call stacks of the thread that makes this, and uses it.
class ThreadStacks {
 public:
  /// `depth`: of how many calls at most; they are added to `log`.
  ThreadStacks(StackLog& log, LoadedModules& modules, size_t depth);

  /// The stack at the call of a function that runs, if it was seen before; `frame` is the function's
  /// __builtin_frame_address(0).
  StackId known_at(const void* frame) noexcept;
  /// The same for stacks that were not seen before, as well. None if it cannot be stored; then errno says
  /// why. A stack whose outer calls are not known, or not asked for, begins with a call that has no module.
  StackId at(const void* frame);

  /// True in a signal handler that runs while a stack is being found. Nothing else may be called then.
  bool busy() const { return busy_; }

 private:
  StackId unwind(const void* frame);

  StackBounds own_ = own_stack();
  StackLog& log_;
  LoadedModules& modules_;
  StackUnwinder unwinder_;
  KnownStacks known_;
  uint32_t generation_;  // of the modules, in which all is that is known
  bool busy_ = false;
};

}  // namespace latecomer::record
