// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/logical_clock.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// What the controlled logical clock shifts: points within windows of time. No other is shifted.
struct ShiftedPoints {
  std::vector<std::vector<ClockPoint>> points;  ///< per local location
  Shifts shifts;
};

/// `violated`: of each violation, from the effect to its cause. `run`: how long the run is. To be called by
/// all ranks.
ShiftedPoints find_shifts(const CondensedTrace& trace, const ClockConditions& conditions,
                          std::vector<TimeSpan> violated, const ClockOptions& options, Ticks run, Comm& comm);

}  // namespace latecomer::analyze
