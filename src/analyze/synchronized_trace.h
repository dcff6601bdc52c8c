// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>

#include "analyze/clocks/clock_options.h"
#include "analyze/clocks/correct_clocks.h"
#include "analyze/condense/polling_runs.h"
#include "analyze/match/matches.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/model/run_extent.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Is a trace of which all ranks together have read everything, whose operations know their counterparts, and
/// whose clocks agree as far as the options ask for that.
struct SynchronizedTrace {
  std::unique_ptr<trace::Trace> interpolated;  ///< Is what was read; null: the recorded trace itself.
  CondensedTrace condensed;
  CommMembers members;
  Matches matches;
  CorrectedClocks clocks;
  RunExtent run;
  AnomalyReport anomalies;
};

/// Does the passes up to the correction of clocks. `recorded` has to live as long as the result.
/// `polling_gap` is in seconds, as for `condense`.
SynchronizedTrace synchronize(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                              Timings& timings, double polling_gap = kPollingGap);

}  // namespace latecomer::analyze
