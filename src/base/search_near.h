// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>

#include "base/ticks.h"

namespace latecomer {

/// Position of the first of `size` elements whose time is after `time`, as std::upper_bound finds it;
/// `time_of(i)` never decreases. Looks first where the element would be if all were equally far apart, which
/// in a trace is not far off, and then in growing steps away from there: a few looks, never more than twice
/// the logarithm.
template <class TimeOf>
size_t search_near(size_t size, Ticks time, const TimeOf& time_of) {
  if (size == 0 || time < time_of(0)) return 0;
  if (time_of(size - 1) <= time) return size;
  const double first = static_cast<double>(time_of(0).count);
  const double last = static_cast<double>(time_of(size - 1).count);
  const double part = last > first ? (static_cast<double>(time.count) - first) / (last - first) : 0;
  // From here on the element at `low` is not after `time`, and that at `high` is.
  size_t low = std::min(static_cast<size_t>(part * static_cast<double>(size - 1)), size - 2);
  size_t high = low;
  size_t step = 1;
  if (time_of(low) <= time) {
    for (; time_of(high = std::min(low + step, size - 1)) <= time; step *= 2) low = high;
  } else {
    for (; time < time_of(low = high - std::min(high, step)); step *= 2) high = low;
  }
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    (time_of(middle) <= time ? low : high) = middle;
  }
  return high;
}

}  // namespace latecomer
