// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/condense/anomaly_report.h"
#include "analyze/condense/local_trace.h"
#include "analyze/match/comm_members.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// The other end of a message.
struct Counterpart {
  Ticks enter;  ///< of a receive: of the call that started it; of a send: from which on its data could go
  trace::LocationId cause;  ///< the location of that call; invalid: unmatched
  trace::LocationId owner;  ///< the location that has the message in its list, at `operation`
  uint32_t operation = 0;
  Ticks sent = Ticks::min();  ///< of a send: its event, before which nothing of it can have arrived
  bool known() const { return cause.valid(); }
};

/// Per local location, in the order of its sends and receives: the receive of each send, the send of each
/// receive.
struct MessageMatches {
  std::vector<std::vector<Counterpart>> of_sends;
  std::vector<std::vector<Counterpart>> of_receives;
};

/// Pairs sends with receives per (communicator, source, destination, tag) in the order in which both were
/// started, partitioned ones in that of their initialization. Unmatched ones are counted by process pair.
MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies);

/// Looks at all times in `matches` again, after times in the trace have changed. Nothing is matched anew.
void renew_times(const LocalTrace& trace, Comm& comm, MessageMatches& matches);

}  // namespace latecomer::analyze
