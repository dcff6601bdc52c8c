// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <vector>

#include "base/ticks.h"

namespace latecomer::analyze {

/// Reaches from one time to another, both included.
struct TimeSpan {
  Ticks begin;
  Ticks end;
};

/// Is parts of the run, which neither overlap nor touch each other.
class TimeWindows {
 public:
  /// Makes no window: nothing is within it.
  TimeWindows() = default;
  /// Contains everything that is within one of `spans`, which can be in any order and overlap.
  explicit TimeWindows(std::vector<TimeSpan> spans);
  static TimeWindows whole_run() { return TimeWindows({{Ticks::min(), Ticks::max()}}); }

  bool contains(Ticks time) const { return find(time) != nullptr; }
  /// Returns the window in which a time is; null if it is in none.
  const TimeSpan* find(Ticks time) const {
    const auto after = std::ranges::upper_bound(windows_, time, {}, &TimeSpan::begin);
    if (after == windows_.begin()) return nullptr;
    const TimeSpan& last = *(after - 1);
    return time <= last.end ? &last : nullptr;
  }
  /// Returns the windows in the order of time.
  const std::vector<TimeSpan>& all() const { return windows_; }

 private:
  std::vector<TimeSpan> windows_;
};

}  // namespace latecomer::analyze
