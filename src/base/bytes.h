// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace latecomer {

/// Lets vectors leave new elements as memory happens to be, where no value is given for them.
template <class T>
struct WithoutInitialization : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = WithoutInitialization<U>;
  };
  template <class U>
  void construct(U* at) noexcept {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }
};

/// Bytes that are read, received or packed: those that come with a size have yet to be written.
using Bytes = std::vector<std::byte, WithoutInitialization<std::byte>>;

}  // namespace latecomer
