// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "base/ticks.h"
#include "store/tables.h"
#include "store/timeline_tables.h"

namespace latecomer::timeline {

/// Maps a location's times as the correction of clocks did. Without corrections, times are what they were.
class ClockMap {
 public:
  /// `corrections` are in the order of time.
  explicit ClockMap(std::vector<store::ClockCorrection> corrections) : corrections_(std::move(corrections)) {}

  Ticks corrected(Ticks before) const;
  /// Returns times before correction, of which none that comes to be within `corrected` is missing.
  store::Interval before(const store::Interval& corrected) const;
  const std::vector<store::ClockCorrection>& corrections() const { return corrections_; }

 private:
  std::vector<store::ClockCorrection> corrections_;
};

}  // namespace latecomer::timeline
