// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/time_windows.h"
#include "analyze/dependences/dependences.h"

namespace latecomer::analyze {

/// Says that a cause and its effect are at least `latency` apart.
struct Condition {
  DependenceEnd cause;
  DependenceEnd effect;
  Ticks latency;
  bool is_awaited = false;  ///< Says that the effect's call waited for the cause.
};

/// Says what dependences demand of the times that the correction gives. Besides the conditions that are
/// checked, a synchronous send ends no earlier than its receive begins: that is no reason to correct
/// anything, but what is corrected keeps to it.
class ClockConditions {
 public:
  /// Keeps the dependences, which have to live as long.
  ClockConditions(const Dependences& dependences, const Latency& latency);

  struct Found {
    std::vector<Condition> conditions;  ///< Has both ends within the windows.
    /// Spans, for each violation, cause, effect, and the effect's earliest time.
    std::vector<TimeSpan> violated;
  };
  /// Returns the conditions of this rank's dependences.
  Found find(const TimeWindows& windows) const;

  /// Returns the longest latency of all conditions, in ticks.
  Ticks latency() const { return std::max(within_, between_); }

 private:
  void add(const Dependence& dependence, const TimeWindows& windows, Found& found) const;
  Ticks latency_of(const Dependence& dependence) const;

  const Dependences& dependences_;
  Ticks within_;
  Ticks between_;
};

}  // namespace latecomer::analyze
