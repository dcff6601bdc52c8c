// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/clocks/clock_options.h"
#include "analyze/match/matches.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Returns the least time that messages of the trace took, within and between nodes; 0 where it is not known.
Latency estimate_latency(const CondensedTrace& trace, const Matches& matches, Comm& comm);

}  // namespace latecomer::analyze
