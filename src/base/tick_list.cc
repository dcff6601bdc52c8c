// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/tick_list.h"

namespace latecomer {

std::vector<Ticks> TickList::all() const {
  std::vector<Ticks> times;
  times.reserve(size());
  for (size_t i = 0; i < size(); ++i) times.push_back((*this)[i]);
  return times;
}

void TickList::set(size_t i, Ticks time) {
  int64_t& base = bases_[i / kBlock];
  if (base < kLeastBase) {
    wide_[static_cast<size_t>(base - INT64_MIN)][i % kBlock] = time;
    return;
  }
  const size_t begin = i / kBlock * kBlock;
  const size_t end = std::min(begin + kBlock, size());
  std::array<Ticks, kBlock> times;
  for (size_t k = begin; k < end; ++k) times[k - begin] = (*this)[k];
  times[i - begin] = time;
  const auto [earliest, latest] = std::minmax_element(times.begin(), times.begin() + (end - begin));
  const bool near_each_other =
      earliest->count >= kLeastBase &&
      static_cast<uint64_t>(latest->count) - static_cast<uint64_t>(earliest->count) <= UINT32_MAX;
  if (!near_each_other) {
    base = INT64_MIN + static_cast<int64_t>(wide_.size());
    wide_.push_back(times);
    return;
  }
  base = earliest->count;
  for (size_t k = begin; k < end; ++k) distances_[k] = static_cast<uint32_t>(times[k - begin].count - base);
}

void TickList::reserve(size_t size) {
  distances_.reserve(size);
  bases_.reserve((size + kBlock - 1) / kBlock);
}

void TickList::clear() {
  distances_.clear();
  bases_.clear();
  wide_.clear();
}

}  // namespace latecomer
