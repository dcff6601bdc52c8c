// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>

namespace latecomer {

/// Is a time or a length of time in the trace's own clock ticks (how long one is:
/// `trace::Definitions::ticks_per_second`). It is an integer, so that sums of times are exact in any order;
/// seconds appear only where a report is written.
struct Ticks {
  int64_t count = 0;

  constexpr Ticks() = default;
  explicit constexpr Ticks(int64_t ticks) : count(ticks) {}

  friend constexpr auto operator<=>(const Ticks&, const Ticks&) = default;
  friend constexpr Ticks operator+(Ticks a, Ticks b) { return Ticks(a.count + b.count); }
  friend constexpr Ticks operator-(Ticks a, Ticks b) { return Ticks(a.count - b.count); }
  constexpr Ticks& operator+=(Ticks other) {
    count += other.count;
    return *this;
  }
  constexpr Ticks& operator-=(Ticks other) {
    count -= other.count;
    return *this;
  }
  double seconds(uint64_t ticks_per_second) const {
    return static_cast<double>(count) / static_cast<double>(ticks_per_second);
  }

  static constexpr Ticks min() { return Ticks(INT64_MIN); }
  static constexpr Ticks max() { return Ticks(INT64_MAX); }
};

/// Returns `part` · `to` / `from`, rounded down; none of them is negative.
inline Ticks scale(Ticks part, Ticks to, Ticks from) {
  int64_t product = 0;
  if (!__builtin_mul_overflow(part.count, to.count, &product)) return Ticks(product / from.count);
  return Ticks(static_cast<int64_t>(static_cast<__int128>(part.count) * to.count / from.count));
}

/// Returns `time` · `factor`, rounded to the nearest tick.
inline Ticks scale_by(double factor, Ticks time) {
  return Ticks(std::llround(factor * static_cast<double>(time.count)));
}

}  // namespace latecomer
