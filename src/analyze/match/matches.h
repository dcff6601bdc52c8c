// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/match_collectives.h"
#include "analyze/match/match_partitions.h"
#include "analyze/match/match_teams.h"
#include "analyze/match/message_matches.h"

namespace latecomer::analyze {

/// Holds all counterparts that follow from the order in which each location, or process, did things. Their
/// times can be looked up again without matching anything anew.
struct Matches {
  MessageMatches messages;
  std::vector<std::vector<PartitionEdge>> partitions;
  CollectiveMatches collectives;
  TeamMatches teams;
};

}  // namespace latecomer::analyze
