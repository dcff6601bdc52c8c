// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/dependences/dependences.h"
#include "analyze/replay/transport.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Returns how long after each cause its effect comes at the earliest [SEMANTICS 9], for this rank's
/// dependences. A replay along them without a change has the recorded times. An effect is awaited whose cause
/// came after the call had been entered: of these it is recorded how long after the cause they came, and of
/// the others how long after the enter. `windows` are the hand-overs of windows. All ranks call it.
std::vector<Condition> replay_conditions(const Dependences& dependences, const HandOvers& windows,
                                         const Transport& transport, Comm& comm);

}  // namespace latecomer::analyze
