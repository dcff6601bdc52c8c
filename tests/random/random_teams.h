// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

#include "random/random_program.h"

namespace latecomer::tests {

/// Says how the teams of a program are defined in its trace.
enum class TeamNames : uint8_t {
  /// There is one team for all regions; threads that a parallel region does without just are not there.
  one_team,
  /// There is a team for each set of threads, so that its n-th fork is the n-th for all its threads.
  by_members,
};

/// Executes a random program of one process: serial code and parallel regions in turn, these on some of the
/// threads, with critical sections and barriers. The first location is the one that forks, begins first and
/// ends last. Wait states and meetings are left out.
RandomRun simulate_random_teams(uint64_t seed, TeamNames names);

}  // namespace latecomer::tests
