// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/collective_announcements.h"
#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is an enter that others waited for.
struct Arrival {
  Ticks enter = Ticks::min();
  trace::LocationId location;  ///< Is invalid for nobody's.
  bool known() const { return location.valid(); }
};

/// Is what one member of a collective operation has to know of the others.
struct CollectiveMatch {
  bool complete = false;   ///< Says that all members of the communicator took part, in the same function.
  bool holds_all = false;  ///< Says that nobody could leave before everybody had entered.
  /// Says that by the clock that two members share, one was through before another, for which it waited, had
  /// come: that was recorded or matched wrongly, so that it says nothing about other clocks.
  bool contradicts_clock = false;
  bool has_sources = false;  ///< Says that some members wait only for certain others, as on a neighbourhood.
  uint32_t rank = 0;         ///< Is this member's rank, for scans.
  Ticks all_entered;         ///< Is when the last member entered.
  Arrival first;             ///< Is, of all-to-one at the root, the first of the others to enter.
  Arrival last;              ///< Is the last to enter among those whom this member waits for.
  /// Is when the rest begins to be completion: max(first end, last enter) of all members.
  Ticks free_from = Ticks::max();
};

/// Holds the matches per local location, in the order of its collectives.
using CollectiveMatches = std::vector<LargeVector<CollectiveMatch>>;

/// Brings together the members of every collective operation: per communicator, or per window, in the order
/// of calls. Operations that miss members, or whose members called different functions, are counted and
/// incomplete.
CollectiveMatches match_collectives(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                                    AnomalyReport& anomalies);

}  // namespace latecomer::analyze
