// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cubepl/column.h"

namespace latecomer::cubepl {

/// Is a set of positions at which statements are executed.
class Mask {
 public:
  bool all() const { return all_; }
  bool none() const { return none_; }
  bool has(size_t position) const { return all_ || (!none_ && active_[position] != 0); }

  /// Returns the positions of this mask where the condition is `wanted`.
  Mask where(const Column& condition, bool wanted) const {
    const auto holds = [&](double number) { return (number != 0) == wanted; };
    if (!condition.varies() && holds(condition.same.number)) return *this;
    Mask mask;
    mask.all_ = false;
    mask.none_ = true;
    mask.active_.resize(condition.numbers.size());
    for (size_t i = 0; i < mask.active_.size(); ++i) {
      if (!has(i) || !holds(condition.numbers[i])) continue;
      mask.active_[i] = 1;
      mask.none_ = false;
    }
    return mask;
  }

 private:
  bool all_ = true;
  bool none_ = false;
  std::vector<uint8_t> active_;  // for each position, unless these are all or none
};

}  // namespace latecomer::cubepl
