// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/local_trace.h"
#include "analyze/match_teams.h"
#include "analyze/wait_state.h"

namespace latecomer::analyze {

/// Waits of the threads of a process for each other, in the order of their ends: at barriers of a team, idle
/// between teams, and for locks, mutexes and critical sections. Idle waits are there for every team that a
/// worker begins, with an amount of zero where it began at once, so that what it does there is known to have
/// come from its leader.
WaitStates find_thread_waits(const LocalTrace& trace, const TeamMatches& teams);

}  // namespace latecomer::analyze
