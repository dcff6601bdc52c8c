// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace latecomer {

/// Converts a number; one that does not fit becomes the largest that does.
inline int64_t bounded(uint64_t number) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(number < kMost ? number : kMost);
}

/// Adds two numbers; a sum of integers that does not fit becomes the nearest number that does.
template <class Number>
Number bounded_sum(Number a, Number b) {
  if constexpr (std::is_integral_v<Number>) {
    Number sum{};
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return b < Number{} ? std::numeric_limits<Number>::min() : std::numeric_limits<Number>::max();
  } else {
    return a + b;
  }
}

}  // namespace latecomer
