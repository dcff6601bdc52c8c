// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/condense/polling_runs.h"
#include "analyze/predictions.h"
#include "analyze/replay/change.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "report/report_share.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Analyzes a trace with all ranks of `comm` and all threads of the calling task arena. Returns what this
/// rank has of the report of the whole trace: its locations; together the ranks' results are the same for any
/// number of ranks and threads. All ranks call it. `polling_gap` is the longest time between two tests that
/// are one polling run, in seconds. Code below `own_directories` is the program's own, even if it is
/// installed. With `changes`, it is the report of the program as it would be with them: the trace is replayed
/// first.
report::ReportShare analyze(const trace::Trace& recorded, Comm& comm, Timings& timings,
                            const ClockOptions& clocks = {}, double polling_gap = kPollingGap,
                            const std::vector<std::string>& own_directories = {},
                            const std::vector<Change>& changes = {});

/// Is a report, and what predicts how long the run would take if something were changed.
struct PredictingAnalysis {
  report::ReportShare share;
  std::unique_ptr<Predictions> predictions;  ///< Can be null.
};

/// Does the same without changes, and keeps what predictions need: more memory than the analysis itself.
/// There are none where the processes of the analysis have more than `most_calls` each, in the mean.
PredictingAnalysis analyze_to_predict(const trace::Trace& recorded, Comm& comm, Timings& timings,
                                      const ClockOptions& clocks, double polling_gap,
                                      const std::vector<std::string>& own_directories,
                                      int64_t most_calls = INT64_MAX);

}  // namespace latecomer::analyze
