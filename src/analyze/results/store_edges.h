// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/matches.h"
#include "analyze/model/condensed_trace.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Adds who communicated with whom, for the findings store: the messages that this rank's locations received,
/// the probes that saw these first, the data between partitions, and what they did in collective operations.
void store_edges(const CondensedTrace& trace, const Matches& matches, std::vector<store::Chunk>& chunks);

}  // namespace latecomer::analyze
