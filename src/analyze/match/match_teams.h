// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/match/match_collectives.h"
#include "analyze/match/match_locks.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Says that all threads of a group were in step: their team was forked, or the last had entered a barrier.
struct TeamInstant {
  uint32_t group = 0;  ///< Is a position in TeamMatches::groups.
  Ticks time;
};

/// Is what the threads of each process have to know of the others in their teams.
struct TeamMatches {
  using Group = std::vector<trace::LocationId>;  ///< Is a sorted list of threads.

  std::vector<Group> groups;  ///< Lists threads that worked together; no two groups are equal.
  std::vector<std::vector<TeamInstant>> instants;  ///< Holds instants per local location.
  /// Holds, per local location and each of its team barriers, the last to enter, if all members are known.
  std::vector<std::vector<Arrival>> barriers;
  /// Says, per local location and each of its team barriers, whether by the clock that they share one of its
  /// threads left it before the last had come.
  std::vector<std::vector<bool>> contradicted;
  /// Holds, per local location and each of its LockHolds, who handed it over.
  HandOvers hand_overs;
};

/// Brings together the members of every team, and of every barrier of it: the n-th that each enters. Members
/// are those who worked in it, which can be fewer than the team was defined with. Barriers that members
/// missed are counted and left out. Does the same for locks (match_locks).
TeamMatches match_teams(const CondensedTrace& trace, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
