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
  trace::LocationId
      owner;  ///< the location that has the message in its list, at `operation`; invalid: unmatched
  uint32_t operation = 0;
  bool known() const { return owner.valid(); }
};

/// Per local location, in the order of its sends and receives: the receive of each send, the send of each
/// receive.
struct MessageMatches {
  /// The send of a receive whose data could go from a call of another thread than the send's own.
  struct MadeReady {
    uint32_t receive;
    trace::LocationId location;
  };

  std::vector<std::vector<Counterpart>> of_sends;
  std::vector<std::vector<Counterpart>> of_receives;
  /// When each receive's message was sent, before which nothing of it can have arrived; min: not known.
  std::vector<std::vector<Ticks>> sent;
  std::vector<std::vector<MadeReady>> made_ready;  ///< by receive; only few

  /// The location in whose call a send's `enter` is, for a matched receive of the local location `l`.
  trace::LocationId made_ready_by(size_t l, uint32_t receive) const;
};

/// Pairs sends with receives per (communicator, source, destination, tag) in the order in which both were
/// started, partitioned ones in that of their initialization. Unmatched ones are counted by process pair.
MessageMatches match_messages(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                              AnomalyReport& anomalies);

/// Looks at all times in `matches` again, after times in the trace have changed. Nothing is matched anew.
void renew_times(const LocalTrace& trace, Comm& comm, MessageMatches& matches);

}  // namespace latecomer::analyze
