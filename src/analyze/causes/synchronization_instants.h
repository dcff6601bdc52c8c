// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "analyze/causes/caused_waits.h"
#include "analyze/match/match_collectives.h"
#include "analyze/match/match_teams.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Holds instants in groups, of a communicator or of a team each: group i, named by names[i], has
/// times[first[i]] to times[first[i + 1] - 1], in order.
struct GroupedInstants {
  std::vector<uint32_t> names;
  std::vector<size_t> first = {0};
  std::vector<Ticks> times;

  std::span<const Ticks> operator[](size_t group) const {
    return std::span(times).subspan(first[group], first[group + 1] - first[group]);
  }
};

/// Returns, per local location and communicator, when all members of a barrier-like operation had entered it.
std::vector<GroupedInstants> collective_instants(const CondensedTrace& trace,
                                                 const CollectiveMatches& matches);

/// Says when pairs of locations were in step: at the end of a wait between them, when all members of a
/// barrier-like operation had entered it, and when a team of threads was forked.
class SynchronizationInstants {
 public:
  SynchronizationInstants(const LocalTrace& trace, const CommMembers& members, const TeamMatches& teams,
                          std::vector<GroupedInstants> on_comm, Comm& comm);

  /// Returns, per local location and wait state, the last instant of the two that is not after the wait's
  /// begin; Ticks::min() if there is none.
  std::vector<std::vector<Ticks>> last_before(const WaitStates& waits, const CausedWaits& caused) const;

 private:
  class Sweep;

  void gather_callers(Comm& comm);
  bool took_part(trace::LocationId location, trace::CommId comm, Ticks time) const;
  void gather_teams();

  const LocalTrace& trace_;
  const CommMembers& members_;
  const TeamMatches& teams_;
  std::vector<GroupedInstants> on_comm_;  ///< Holds instants per local location.
  /// Holds, of processes with several threads, on every rank, the threads that called operations on a
  /// communicator, and when all had entered these. It has only a beginning of times, Ticks::min(), where no
  /// other thread did.
  std::map<std::pair<trace::CommId, trace::LocationId>, std::vector<Ticks>> callers_;
  /// Holds instants per local location, by the groups of TeamMatches.
  std::vector<GroupedInstants> in_team_;
};

}  // namespace latecomer::analyze
