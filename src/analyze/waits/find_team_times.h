// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Finds what forks, joins and idle times took on each call path, from each location's segments, teams and
/// idle periods, for which workers are extended before.
void find_team_times(CondensedTrace& trace);

}  // namespace latecomer::analyze
