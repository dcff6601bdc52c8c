// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "base/shared_lines.h"

namespace latecomer {

/// Gives memory that shares no cache line with any other.
template <class T>
struct WholeLines : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = WholeLines<U>;
  };
  WholeLines() = default;
  template <class U>
  WholeLines(const WholeLines<U>& /*other*/) noexcept {}

  T* allocate(size_t count) {
    const size_t bytes = (count * sizeof(T) + kSharedLines - 1) / kSharedLines * kSharedLines;
    return static_cast<T*>(::operator new(bytes, std::align_val_t(kSharedLines)));
  }
  void deallocate(T* list, size_t /*count*/) noexcept {
    ::operator delete(list, std::align_val_t(kSharedLines));
  }
};

/// A small vector that one thread writes all the time while others work on theirs.
template <class T>
using UnsharedVector = std::vector<T, WholeLines<T>>;

}  // namespace latecomer
