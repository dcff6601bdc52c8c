// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/marks.h"

namespace latecomer::analyze {

void Marks::clear() {
  steps_.clear();
  jumps_.clear();
  sends_.clear();
  times_.clear();
  last_ = {};
}

std::vector<Mark> Marks::all() const {
  std::vector<Mark> all;
  all.reserve(size());
  for_each([&](const Mark& mark) { all.push_back(mark); });
  return all;
}

void Marks::renew(std::span<const Ticks> times) {
  CHECK(times.size() == size());
  sends_.clear();
  times_.clear();
  for (size_t i = 0; i < size(); ++i) {
    const bool is_send = steps_[i] % kKinds == static_cast<size_t>(MarkKind::send);
    (is_send ? sends_ : times_).push_back(times[i]);
  }
}

}  // namespace latecomer::analyze
