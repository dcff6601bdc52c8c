// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/correct_times.h"
#include "analyze/model/condensed_trace.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Returns what timelines are drawn from, for the findings store: what this rank's locations did, in several
/// levels of detail, and what it takes to read their events from the middle on. Takes the activities and read
/// points from the locations. `times` are the corrections of their clocks, one element for each location.
std::vector<store::Chunk> store_timelines(CondensedTrace& trace, const std::vector<PointTimes>& times);

}  // namespace latecomer::analyze
