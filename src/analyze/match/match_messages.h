// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/message_matches.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Pairs sends with receives per (communicator, source, destination, tag) in the order in which both were
/// started, partitioned ones in that of their initialization. Unmatched ones are counted.
MessageMatches match_messages(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies);

}  // namespace latecomer::analyze
