// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/spill.h"

namespace latecomer {

/// Lets vectors leave new elements of a plain type as memory happens to be, where no value is given for them.
template <class T, template <class> class Allocator>
struct WithoutInitialization : Allocator<T> {
  static_assert(std::is_trivially_copyable_v<T>);
  template <class U>
  struct rebind {
    using other = WithoutInitialization<U, Allocator>;
  };
  template <class U>
  void construct(U* /*at*/) noexcept {}
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    std::construct_at(at, std::forward<Arguments>(arguments)...);
  }
};

/// Is a vector whose elements have yet to be written where it is made with a size. Where many threads write
/// them, each then gets the memory of its own from the system, instead of one all of it.
template <class T>
using UnwrittenVector = std::vector<T, WithoutInitialization<T, LargeAllocator>>;

}  // namespace latecomer
