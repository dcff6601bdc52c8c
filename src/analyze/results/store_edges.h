// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/matches.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Adds who communicated with whom, for the findings store: the messages that this rank's locations received,
/// the probes that saw these first, the data between partitions, and what they did in collective operations.
/// Messages and probes are Dependences, except that a partitioned message, whose partitions depend on each
/// other, has a row as well, and that one that another thread completed has arrived at the end of that call.
void store_edges(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                 std::vector<store::Chunk>& chunks);

}  // namespace latecomer::analyze
