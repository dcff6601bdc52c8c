// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/check_clocks.h"
#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/correct_times.h"
#include "analyze/match/matches.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"
#include "report/clocks.h"

namespace latecomer::analyze {

/// Says what became of the clocks of a trace.
struct CorrectedClocks {
  report::ClockReport
      report;         ///< Is the same on every rank; `interpolated` and `offsets` are left to the caller.
  ClockCheck before;  ///< Is what was violated in the times as they were given, on this rank.
  std::vector<PointTimes> times;  ///< Holds times per local location; empty where nothing was corrected.
};

/// Checks every clock condition and, if the options ask for it, runs the controlled logical clock. Afterwards
/// the trace has the corrected times, and the matches those of the counterparts.
CorrectedClocks correct_clocks(CondensedTrace& trace, const CommMembers& members, Matches& matches,
                               const ClockOptions& options, Comm& comm);

}  // namespace latecomer::analyze
