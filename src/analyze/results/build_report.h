// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <string>
#include <vector>

#include "analyze/model/anomaly_report.h"
#include "analyze/model/local_trace.h"
#include "analyze/model/run_extent.h"
#include "analyze/program_end/find_deadlocks.h"
#include "analyze/program_end/open_calls.h"
#include "analyze/results/severities.h"
#include "analyze/waits/wait_state.h"
#include "report/report_share.h"

namespace latecomer::analyze {

/// Says how a program that was killed ended.
struct HowItEnded {
  EndOfProgram end;
  Deadlocks deadlocks;
  WaitStates waits;  ///< Holds waits in calls that did not end, of each local location.
};

/// Puts definitions, severities and anomalies into the form in which they are stored and shown. Code below
/// `own_directories` is the program's own.
report::ReportShare build_report(const TraceContext& trace, const Severities& severities,
                                 const AnomalyReport& anomalies, const HowItEnded& ended,
                                 const RunExtent& run, const std::vector<std::string>& own_directories);

}  // namespace latecomer::analyze
