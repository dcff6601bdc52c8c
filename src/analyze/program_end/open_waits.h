// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/program_end/match_pending.h"
#include "analyze/program_end/open_calls.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Finds what waited in calls that did not end, because the program was killed, until then: for each local
/// location at most one wait state.
WaitStates find_open_waits(const CondensedTrace& trace, const EndOfProgram& end, const PendingStates& states);

/// Puts the waits of calls that did not end behind the others, without time that is of others already.
void append_open_waits(WaitStates open, WaitStates& waits);

}  // namespace latecomer::analyze
