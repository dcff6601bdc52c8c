// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/anomaly_report.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/find_collective_waits.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Cuts the waits of calls that have others within them to what was spent in the calls themselves, with the
/// parts and completions that are kept beside them, and brings all into the order of their ends.
void keep_to_calls(const CondensedTrace& trace, WaitStates& waits, WaitParts& parts,
                   CollectiveWaits& collectives);

/// Sees to it that each wait state lies in its call, and that none begins before the one before it has ended.
/// A wait that breaks this is cut, and counted as an anomaly of its call path and process.
void check_waits(const CondensedTrace& trace, WaitStates& waits, AnomalyReport& anomalies);

}  // namespace latecomer::analyze
