// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"

namespace latecomer {

/// Lists of a plain type in one piece of memory, in which they can go from rank to rank as they are: how many
/// there are, where the elements of each end, and all elements.
template <class T>
class PackedLists {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(uint64_t));

 public:
  PackedLists() : PackedLists(0, [](size_t) { return 0; }) {}
  /// Lists of `size_of(i)` elements, which have yet to be written.
  template <class SizeOf>
  PackedLists(size_t lists, const SizeOf& size_of) {
    size_t elements = 0;
    for (size_t i = 0; i < lists; ++i) elements += size_of(i);
    bytes_.resize((1 + lists) * sizeof(uint64_t) + elements * sizeof(T));
    numbers()[0] = lists;
    uint64_t end = 0;
    for (size_t i = 0; i < lists; ++i) numbers()[1 + i] = end += size_of(i);
  }
  /// From what `take` gave.
  explicit PackedLists(Bytes bytes) : bytes_(std::move(bytes)) {
    CHECK(bytes_.size() >= sizeof(uint64_t));
    CHECK(size() <= bytes_.size() / sizeof(uint64_t) - 1);
    CHECK(bytes_.size() == (1 + size()) * sizeof(uint64_t) + end_of(size()) * sizeof(T));
  }
  Bytes take() { return std::move(bytes_); }

  size_t size() const { return numbers()[0]; }
  std::span<T> operator[](size_t list) {
    return {reinterpret_cast<T*>(numbers() + 1 + size()) + end_of(list), end_of(list + 1) - end_of(list)};
  }
  std::span<const T> operator[](size_t list) const {
    return {reinterpret_cast<const T*>(numbers() + 1 + size()) + end_of(list),
            end_of(list + 1) - end_of(list)};
  }

 private:
  uint64_t* numbers() { return reinterpret_cast<uint64_t*>(bytes_.data()); }
  const uint64_t* numbers() const { return reinterpret_cast<const uint64_t*>(bytes_.data()); }
  /// Of the first few lists, how many elements there are.
  uint64_t end_of(size_t lists) const { return lists == 0 ? 0 : numbers()[lists]; }

  Bytes bytes_;
};

/// With these bytes in each list.
inline PackedLists<std::byte> pack_lists(std::span<const Bytes> lists) {
  PackedLists<std::byte> packed(lists.size(), [&](size_t i) { return lists[i].size(); });
  for (size_t i = 0; i < lists.size(); ++i) std::ranges::copy(lists[i], packed[i].begin());
  return packed;
}

}  // namespace latecomer
