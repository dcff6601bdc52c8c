// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/condense/polling_runs.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Condenses this rank's share of the locations, several at a time, and unites the call paths of all ranks.
/// `polling_gap` is in seconds, as for `condense`.
CondensedTrace load_trace(const trace::Trace& trace, Comm& comm, AnomalyReport& anomalies,
                          double polling_gap = kPollingGap);

}  // namespace latecomer::analyze
