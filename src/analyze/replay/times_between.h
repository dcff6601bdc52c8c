// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "analyze/clocks/correct_times.h"
#include "analyze/model/condensed_location.h"

namespace latecomer::analyze {

/// Returns the new times between points at which a location began to do something else, where what it does
/// there does not all change in the same proportion: each part of the new length between two points is as
/// long as what is done in it. The location is as it was before `times` moved it, and `before` has the times
/// that the points have in it; in `times`, they have those of the recording.
std::vector<PointTimes::Between> times_between(const CondensedLocation& location, const PointTimes& times,
                                               std::span<const Ticks> before);

}  // namespace latecomer::analyze
