// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstddef>

#include "base/ticks.h"

namespace latecomer {

/// Returns the position of the first of `size` elements that is not before what is looked for: `is_before(i)`
/// holds for the first few and for none after them. Looks at `start` first, then in growing steps away from
/// it.
template <class IsBefore>
size_t search_from(size_t start, size_t size, const IsBefore& is_before) {
  // From here on all below `low` are before it, and `high` and those above are not.
  size_t low = 0;
  size_t high = size;
  if (start < size && is_before(start)) {
    low = start + 1;
    for (size_t step = 1; low < size; step *= 2) {
      const size_t next = std::min(low + step - 1, size - 1);
      if (!is_before(next)) {
        high = next;
        break;
      }
      low = next + 1;
    }
  } else {
    high = std::min(start, size);
    for (size_t step = 1; high > 0; step *= 2) {
      const size_t next = high - std::min(high, step);
      if (is_before(next)) {
        low = next + 1;
        break;
      }
      high = next;
    }
  }
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (is_before(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Returns the position of the first of `size` elements whose time is after `time`, as std::upper_bound finds
/// it; `time_of(i)` never decreases. Looks first where the element would be if all were equally far apart,
/// which in a trace is not far off: a few looks, never more than twice the logarithm.
template <class TimeOf>
size_t search_near(size_t size, Ticks time, const TimeOf& time_of) {
  if (size == 0 || time < time_of(0)) return 0;
  if (time_of(size - 1) <= time) return size;
  const double first = static_cast<double>(time_of(0).count);
  const double last = static_cast<double>(time_of(size - 1).count);
  const double part = last > first ? (static_cast<double>(time.count) - first) / (last - first) : 0;
  const size_t start = std::min(static_cast<size_t>(part * static_cast<double>(size - 1)), size - 1);
  return search_from(start, size, [&](size_t i) { return time_of(i) <= time; });
}

}  // namespace latecomer
