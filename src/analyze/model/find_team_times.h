// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/timeline.h"

namespace latecomer::analyze {

/// Finds what forks, joins and idle times took on each call path, from the location's segments, teams and
/// idle periods, and replaces what was found before. The paths of all of these have to count in the same
/// tree.
void find_team_times(Timeline& location);

}  // namespace latecomer::analyze
