// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/comm_members.h"
#include "analyze/local_trace.h"
#include "analyze/match_collectives.h"
#include "analyze/match_teams.h"
#include "analyze/wait_state.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// When pairs of locations were in step: at the end of a wait between them, when all members of a
/// barrier-like operation had entered it, and when a team of threads was forked. Knows the pairs of which one
/// is local.
class SynchronizationInstants {
 public:
  SynchronizationInstants(const LocalTrace& trace, const CommMembers& members,
                          const CollectiveMatches& collectives, const TeamMatches& teams,
                          const WaitStates& waits, Comm& comm);

  /// The last instant of the pair that is not after `time`; Ticks::min() if there is none.
  Ticks last(trace::LocationId local, trace::LocationId other, Ticks time) const;

 private:
  struct WithLocation {
    trace::LocationId other;
    Ticks time;
    auto operator<=>(const WithLocation&) const = default;
  };
  struct OnComm {
    trace::CommId comm;
    Ticks time;
    auto operator<=>(const OnComm&) const = default;
  };

  struct InTeam {
    uint32_t group;  ///< of TeamMatches
    Ticks time;
    auto operator<=>(const InTeam&) const = default;
  };

  void gather_waits(const WaitStates& waits, Comm& comm);
  void gather_collectives(const CollectiveMatches& collectives);
  void gather_teams();
  Ticks last_wait(size_t local, trace::LocationId other, Ticks time) const;
  Ticks last_collective(size_t local, trace::LocationId other, Ticks time) const;
  Ticks last_in_team(size_t local, trace::LocationId other, Ticks time) const;

  const LocalTrace& trace_;
  const CommMembers& members_;
  const TeamMatches& teams_;
  std::vector<std::vector<WithLocation>> with_location_;  ///< per local location, sorted
  std::vector<std::vector<OnComm>> on_comm_;              ///< per local location, sorted
  std::vector<std::vector<InTeam>> in_team_;              ///< per local location, sorted
};

}  // namespace latecomer::analyze
