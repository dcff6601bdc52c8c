// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/message_matches.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Lets probes of several threads, once receives have their messages, see other messages where they would
/// have seen some that had not been sent. Those are counted as ambiguous.
void settle_probes(CondensedTrace& trace, const CommMembers& members, const MessageMatches& matches,
                   AnomalyReport& anomalies);

}  // namespace latecomer::analyze
