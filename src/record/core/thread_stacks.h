// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "record/core/loaded_modules.h"
#include "record/core/stack_log.h"
#include "record/core/unwinder.h"
#include "record/python/known_functions.h"

namespace latecomer::record {

/// Returns a number that tells the modules in which these calls are from others in their places; 0 if not all
/// are known. It is async-signal-safe.
uint64_t modules_of(std::span<const uintptr_t> calls) noexcept;

/// Finds the call stacks of one thread at a time.
class ThreadStacks {
 public:
  /// Adds stacks of at most `depth` calls to `log`.
  ThreadStacks(StackLog& log, LoadedModules& modules, size_t depth);

  /// Returns the stack of the calling thread, which is in the recorder at `here`, from the function outwards
  /// that it will return to at `first`. The id is invalid if it cannot be stored; then errno says why. A
  /// stack whose outer calls are not known, or not asked for, begins with a call that has no module.
  StackId at(const void* first, const Frame& here, Unwinder& unwinder);
  /// Returns the id of a stack that was unwound before, as `at` does, when its modules were these, of
  /// `modules_of`; nothing if others are in their places now and nobody has met them.
  std::optional<StackId> find_or_add(UnwoundStack stack, uint64_t modules);

  /// Returns true in a signal handler while a stack is being found. Nothing else may be called then.
  bool busy() const { return busy_; }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::span<const uintptr_t> addresses) const noexcept;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::span<const uintptr_t> a, std::span<const uintptr_t> b) const noexcept;
  };

  /// Remembers the stack of an address that programs call from.
  struct Remembered {
    const void* first = nullptr;
    StackId stack;        // invalid: none
    uint64_t python = 0;  // tells its functions in Python from others
    UnwindTrail trail;
  };
  static constexpr unsigned kRememberedBits = 4;

  StackId find_or_add_loaded(UnwoundStack stack, bool may_be_gone);
  StackId add(UnwoundStack stack);
  std::optional<StackId> add_unloaded(UnwoundStack stack, uint64_t modules);
  void follow_modules() noexcept;
  void forget() noexcept;
  Remembered& remembered_at(const void* first, const Frame& here, uint64_t python) noexcept;

  StackLog& log_;
  LoadedModules& modules_;
  KnownPythonFunctions python_;
  std::vector<uintptr_t> room_;
  std::array<Remembered, size_t{1} << kRememberedBits> remembered_;
  std::unordered_map<std::vector<uintptr_t>, StackId, Hash, Equal> known_;  // by return addresses
  size_t known_addresses_ = 0;                                              // of all
  uint32_t generation_;  // of the modules, in which all is that is known
  bool busy_ = false;
};

}  // namespace latecomer::record
