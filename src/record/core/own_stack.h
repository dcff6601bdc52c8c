// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "record/core/trouble.h"
#include "record/core/unwinder.h"

// The recorder's work in the program's threads, on stacks of its own: what a thread of 16 KiB, a fiber or a
// signal handler has left of its stack is the program's.
namespace latecomer::record {

/// Holds the recorder's stack for a thread, and what belongs to it. Threads that follow one another share it.
struct OwnStack {
  OwnStack* next_free = nullptr;
  static constexpr size_t kScratch = size_t{64} << 10;
  void* scratch = nullptr;  // of kScratch bytes, for what is too large for a frame
  void* stack_end = nullptr;
  bool is_on_stack = false;
  Unwinder unwinder;
  uint32_t generation = 0;  // of the modules, for which the unwinder knows rules
};

/// Returns the calling thread's OwnStack; nullptr if there is no memory. Signals have to be blocked.
OwnStack* own_stack_of_this_thread() noexcept;
/// Gives the calling thread's OwnStack to others, when the thread ends.
void give_back_own_stack() noexcept;

/// Calls `function(argument)` on the stack that ends at `end`.
extern "C" void latecomer_call_on_stack(void* end, void (*function)(void*), void* argument);

/// Keeps signal handlers from running in the calling thread, and the thread from being cancelled: what the
/// recorder does meanwhile is whole, and its locks are never held by a thread that does something else.
class Undisturbed {
 public:
  Undisturbed() noexcept;
  ~Undisturbed() noexcept;
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  unsigned long signals_ = 0;
  int cancelled_ = 0;
};

/// Runs `action` as `harmless` does, undisturbed and on the recorder's stack. It takes less than a
/// microsecond, so it is for what happens seldom. Where there is no memory for a stack, the action does not
/// run, and nothing is recorded any more.
template <class Action>
auto on_own_stack(Action&& action) noexcept -> decltype(action()) {
  using Outcome = decltype(action());
  using Stored = std::conditional_t<std::is_void_v<Outcome>, bool, Outcome>;
  const ErrnoKeeper keeper;
  const Undisturbed undisturbed;
  OwnStack* const stack = own_stack_of_this_thread();
  if (stack == nullptr) {
    switch_off("no memory for a stack of the recorder's own");
    return Outcome();
  }
  if (stack->is_on_stack) return harmless(action);
  struct Work {
    std::remove_reference_t<Action>& action;
    Stored outcome;
  } work{action, Stored()};
  stack->is_on_stack = true;
  latecomer_call_on_stack(
      stack->stack_end,
      [](void* given) {
        Work& work = *static_cast<Work*>(given);
        if constexpr (std::is_void_v<Outcome>)
          harmless(work.action);
        else
          work.outcome = harmless(work.action);
      },
      &work);
  stack->is_on_stack = false;
  if constexpr (!std::is_void_v<Outcome>) return std::move(work.outcome);
}

}  // namespace latecomer::record
