// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/logical_clock.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is what the controlled logical clock shifts: points within windows of time. No other point is shifted.
struct ShiftedPoints {
  std::vector<std::vector<ClockPoint>> points;  ///< Holds points per local location.
  Shifts shifts;
};

/// Finds the shifts that correct the violations: `violated` reaches, for each, from the effect to its cause;
/// `run` is how long the run is, in ticks. All ranks call it.
ShiftedPoints find_shifts(const CondensedTrace& trace, const ClockConditions& conditions,
                          std::vector<TimeSpan> violated, const ClockOptions& options, Ticks run, Comm& comm);

}  // namespace latecomer::analyze
