// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/dependences/dependences.h"
#include "analyze/replay/changed_time.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says what a replay goes by: how long after each cause its effect comes at the earliest [SEMANTICS 9].
struct ReplayConditions {
  std::vector<Condition> conditions;
  /// Lists the effects whose causes came after the call had been entered, so that the call waited: of these
  /// it is recorded how long after the cause they came, and of the others how long after the enter.
  std::vector<DependenceEnd> awaited;
};

/// Returns the conditions of this rank's dependences. An unchanged replay along them has the recorded times.
/// `windows` are the hand-overs of windows, `changed` the times of the local locations; on an instant
/// network effects come at once. All ranks call it.
ReplayConditions replay_conditions(const Dependences& dependences, const HandOvers& windows,
                                   const std::vector<ChangedTime>& changed, bool instant_network, Comm& comm);

}  // namespace latecomer::analyze
