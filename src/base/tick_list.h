// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/search_near.h"
#include "base/spill.h"
#include "base/ticks.h"

namespace latecomer {

/// Is a list of times in little more than 4 bytes each: as many as a block holds are kept as distances from
/// the earliest of them. Blocks whose times lie too far apart for that keep them as they are, in 12 bytes.
class TickList {
 public:
  size_t size() const { return distances_.size(); }
  bool empty() const { return distances_.empty(); }
  Ticks operator[](size_t i) const {
    const int64_t base = bases_[i / kBlock];
    if (base < kLeastBase) [[unlikely]]
      return wide_[static_cast<size_t>(base - INT64_MIN)][i % kBlock];
    return Ticks(base + distances_[i]);
  }
  Ticks front() const { return (*this)[0]; }
  Ticks back() const { return (*this)[size() - 1]; }
  std::vector<Ticks> all() const;
  /// Returns how many times of a list in which they never decrease are before `time`.
  size_t count_before(Ticks time) const {
    return search_from(size() / 2, size(), [&](size_t i) { return (*this)[i] < time; });
  }
  /// Returns how many times of a list in which they never decrease are not after `time`.
  size_t count_until(Ticks time) const {
    return search_near(size(), time, [&](size_t i) { return (*this)[i]; });
  }

  void push_back(Ticks time) {
    if (size() % kBlock == 0) [[unlikely]]
      bases_.push_back(std::max(time.count, kLeastBase));
    const int64_t base = bases_.back();
    const uint64_t distance = static_cast<uint64_t>(time.count) - static_cast<uint64_t>(base);
    const bool is_near = base >= kLeastBase && distance <= UINT32_MAX;
    distances_.push_back(is_near ? static_cast<uint32_t>(distance) : 0);
    if (!is_near) [[unlikely]]
      set(size() - 1, time);
  }
  void set(size_t i, Ticks time);
  void reserve(size_t size);
  void clear();
  /// Calls `visit` with each of the vectors that the list consists of, so that their memory can be managed.
  template <class Visit>
  void for_each_vector(const Visit& visit) {
    visit(distances_);
    visit(bases_);
    visit(wide_);
  }

 private:
  static constexpr size_t kBlock = 64;
  /// Is the least base of a block. One below it, less INT64_MIN, is the position of the block in `wide_`.
  static constexpr int64_t kLeastBase = INT64_MIN + (int64_t{1} << 32);

  LargeVector<uint32_t> distances_;
  LargeVector<int64_t> bases_;  ///< Holds the earliest time of each block.
  LargeVector<std::array<Ticks, kBlock>> wide_;
};

}  // namespace latecomer
