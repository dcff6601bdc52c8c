// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

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
    const size_t bytes = (count * sizeof(T) + kLine - 1) / kLine * kLine;
    return static_cast<T*>(::operator new(bytes, std::align_val_t(kLine)));
  }
  void deallocate(T* list, size_t /*count*/) noexcept { ::operator delete(list, std::align_val_t(kLine)); }

 private:
  static constexpr size_t kLine = 128;  ///< processors fetch two lines of 64 together
};

/// A small vector that one thread writes all the time while others work on theirs: in memory of the usual
/// kind they would take each other's cache lines away.
template <class T>
using UnsharedVector = std::vector<T, WholeLines<T>>;

}  // namespace latecomer
