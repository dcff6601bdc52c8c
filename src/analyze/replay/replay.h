// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/correct_times.h"
#include "analyze/dependences/dependences.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says how long what locations did themselves would take: by which factor the time of each call path changes
/// that they did not spend waiting.
struct OwnTimeChanges {
  /// Holds factors, not negative, by call path in the tree of all locations, per local location; it is empty
  /// where nothing changes.
  std::vector<std::vector<double>> factors;
  /// Holds the same for functions that were sampled; their time is that of the call paths on which they were.
  std::vector<std::vector<double>> of_functions = {};
  /// Says that an effect comes at once after its causes.
  bool instant_network = false;
};

/// Replays a trace [SEMANTICS 9]: returns new times for the points of each local location, as they follow
/// from changed own times in the order of causality. Without a change they are the recorded ones. Who meets
/// whom stays as recorded. `windows` are the hand-overs of windows. All ranks call it.
std::vector<PointTimes> replay(const Dependences& dependences, const HandOvers& windows,
                               const OwnTimeChanges& changes, Comm& comm);

}  // namespace latecomer::analyze
