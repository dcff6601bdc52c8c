// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/announce_sends.h"
#include "analyze/match/message_matches.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Pairs all messages to this rank's processes: with sends of this rank, and with those that other ranks
/// announced, to which it replies. Receives of what nobody sent are counted.
void pair_messages(const CondensedTrace& trace, const CommMembers& members,
                   const Announcements& announcements, RemoteSequences& remote, MessageMatches& matches,
                   AnomalyReport& anomalies);

}  // namespace latecomer::analyze
