// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/match_teams.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Finds waits of the threads of a process for each other, in the order of their ends: at barriers of a team,
/// idle between teams, and for locks, mutexes and critical sections. A location whose first event is the
/// beginning of a team has an idle wait of no length at the fork, so that it is known where it came from.
WaitStates find_thread_waits(const CondensedTrace& trace, const TeamMatches& teams);

}  // namespace latecomer::analyze
