// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/anomaly_report.h"
#include "analyze/comm_members.h"
#include "analyze/local_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// The other end of a message.
struct Counterpart {
  Ticks enter;                 ///< of the call that started it there
  trace::LocationId location;  ///< invalid: unmatched
  uint32_t operation = 0;      ///< position in that location's sends or receives
  bool known() const { return location.valid(); }
};

/// Per local location, in the order of its sends and receives: the receive of each send, the send of each
/// receive.
struct MessageMatches {
  std::vector<std::vector<Counterpart>> of_sends;
  std::vector<std::vector<Counterpart>> of_receives;
};

/// Pairs sends with receives per (communicator, source, destination, tag) in the order in which both were
/// started. Unmatched ones are counted by process pair.
MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies);

}  // namespace latecomer::analyze
