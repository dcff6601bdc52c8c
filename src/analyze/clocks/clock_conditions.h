// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/time_windows.h"
#include "analyze/dependences/dependences.h"

namespace latecomer::analyze {

/// A cause and its effect are at least `latency` apart.
struct Condition {
  DependenceEnd cause;
  DependenceEnd effect;
  Ticks latency;
};

/// What dependences demand of the times that the correction gives. Besides the conditions that are checked, a
/// synchronous send ends no earlier than its receive begins: no reason to correct anything, but what is
/// corrected keeps to it.
class ClockConditions {
 public:
  /// The dependences have to live as long.
  ClockConditions(const Dependences& dependences, const Latency& latency);

  struct Found {
    std::vector<Condition> conditions;  ///< with both ends within the windows
    std::vector<TimeSpan> violated;     ///< of all: with cause, effect, and the earliest time for it
  };
  /// Of this rank's dependences.
  Found find(const TimeWindows& windows) const;

  /// The longest of all conditions.
  Ticks latency() const { return std::max(within_, between_); }

 private:
  void add(const Dependence& dependence, const TimeWindows& windows, Found& found) const;
  Ticks latency_of(const Dependence& dependence) const;

  const Dependences& dependences_;
  Ticks within_;
  Ticks between_;
};

}  // namespace latecomer::analyze
