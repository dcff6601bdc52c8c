// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ticks.h"

namespace latecomer::perfetto {

/// Turns a trace's ticks into nanoseconds: exactly where a tick is a whole number of them.
class Nanoseconds {
 public:
  /// Makes times relative to `begin`, that of the run.
  Nanoseconds(Ticks begin, uint64_t ticks_per_second) : begin_(begin), ticks_per_second_(ticks_per_second) {}

  /// Returns the time since the run began; what was before that is at its begin. It is rounded down, so that
  /// the order of times stays.
  uint64_t at(Ticks time) const {
    return time <= begin_ ? 0
                          : scaled(static_cast<uint64_t>(time.count) - static_cast<uint64_t>(begin_.count));
  }
  /// Returns a length of time, which may be negative.
  int64_t length(Ticks ticks) const {
    const auto magnitude =
        static_cast<int64_t>(scaled(static_cast<uint64_t>(std::max(ticks, Ticks() - ticks).count)));
    return ticks < Ticks() ? -magnitude : magnitude;
  }

 private:
  uint64_t scaled(uint64_t ticks) const {
    constexpr uint64_t kSecond = 1'000'000'000;
    constexpr unsigned __int128 kLatest = INT64_MAX;  // that readers take
    const auto nanoseconds = static_cast<unsigned __int128>(ticks) * kSecond / ticks_per_second_;
    return static_cast<uint64_t>(std::min(nanoseconds, kLatest));
  }

  Ticks begin_;
  uint64_t ticks_per_second_;
};

}  // namespace latecomer::perfetto
