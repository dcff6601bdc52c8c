// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "record/core/frame.h"

namespace latecomer::record {

/// Reads memory of this process by addresses that may be wrong, for one thread at a time. The kernel copies
/// what is there; on the thread's own stack that is not needed. It is async-signal-safe.
class CarefulMemory {
 public:
  /// Forgets what was copied, since it may have changed. What lies on `stack` is read as it lies there.
  void begin(const StackBounds& stack) noexcept {
    stack_ = stack;
    end_ = begin_;
  }
  /// Reads `bytes` at an address, at most a page. Returns false if they cannot be read.
  bool read(uintptr_t address, void* to, size_t bytes) noexcept;
  template <class T>
  bool read(uintptr_t address, T& value) noexcept {
    return read(address, &value, sizeof value);
  }

 private:
  static constexpr size_t kPage = 4096;

  StackBounds stack_;
  uintptr_t begin_ = 0;  // of what was copied
  uintptr_t end_ = 0;
  std::array<std::byte, 2 * kPage> copy_;
};

}  // namespace latecomer::record
