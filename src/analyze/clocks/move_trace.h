// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/correct_times.h"
#include "analyze/match/matches.h"
#include "analyze/model/comm_members.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Gives everything in the trace its new time, as correct_times does, and the matches those of the
/// counterparts. All ranks call it.
void move_trace(CondensedTrace& trace, const CommMembers& members, Matches& matches,
                const std::vector<PointTimes>& times, Comm& comm);

}  // namespace latecomer::analyze
