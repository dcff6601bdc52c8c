// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/dependences/dependences.h"
#include "analyze/replay/changed_time.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says what changes of the time from causes to effects.
struct NetworkChange {
  bool is_instant = false;  ///< Says that an effect comes at once after its causes.
  double collectives = 1;   ///< Multiplies what collective operations take when all are there.
};

/// Returns how long after each cause its effect comes at the earliest [SEMANTICS 9], for this rank's
/// dependences. An unchanged replay along them has the recorded times. An effect is awaited whose cause came
/// after the call had been entered: of these it is recorded how long after the cause they came, and of the
/// others how long after the enter. `windows` are the hand-overs of windows, `changed` the times of the local
/// locations. All ranks call it.
std::vector<Condition> replay_conditions(const Dependences& dependences, const HandOvers& windows,
                                         const std::vector<ChangedTime>& changed, const NetworkChange& change,
                                         Comm& comm);

}  // namespace latecomer::analyze
