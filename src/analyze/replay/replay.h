// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/correct_times.h"
#include "analyze/dependences/dependences.h"
#include "analyze/model/time_factors.h"
#include "analyze/replay/replay_conditions.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says how long what locations did themselves would take: by which factor the time of each call path changes
/// that they did not spend waiting.
struct OwnTimeChanges {
  std::vector<TimeFactors> factors;  ///< Holds factors per local location; empty: nothing changes.
  /// Holds those of functions that were sampled, by call path, per local location; their time is that of the
  /// call paths on which they were.
  std::vector<std::vector<double>> of_functions = {};
  NetworkChange network = {};
};

/// Replays a trace [SEMANTICS 9]: returns new times for the points of each local location, as they follow
/// from changed own times in the order of causality. Without a change they are the recorded ones. Who meets
/// whom stays as recorded. `windows` are the hand-overs of windows. All ranks call it.
std::vector<PointTimes> replay(const Dependences& dependences, const HandOvers& windows,
                               const OwnTimeChanges& changes, Comm& comm);

}  // namespace latecomer::analyze
