// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/hand_over.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Brings together origins and targets of one-sided communication: posts with the starts and completes that
/// they let go on, completes with the waits, releases of locks with those who wanted the lock next, calls of
/// the target with those that needed its progress, and accesses with the fences after them. Epochs without
/// their other side are counted.
///
/// Returns hand-overs by call: of what calls may have waited for. Those other than `complete` are released
/// within the call, `access` after its begin.
HandOvers match_windows(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                        AnomalyReport& anomalies);

}  // namespace latecomer::analyze
