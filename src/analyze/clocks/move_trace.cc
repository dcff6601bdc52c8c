// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/move_trace.h"

#include <utility>

#include "analyze/model/anomaly_report.h"

namespace latecomer::analyze {

namespace {

/// Looks up all times of counterparts again. Nothing is matched anew.
void renew(const CondensedTrace& trace, const CommMembers& members, Comm& comm, Matches& matches) {
  AnomalyReport known;  // what does not match has been counted
  matches.messages.renew_times(trace, comm);
  matches.partitions = match_partitions(trace, matches.messages, comm);
  const CollectiveMatches recorded = std::move(matches.collectives);
  matches.collectives = match_collectives(trace, members, comm, known);
  for (size_t l = 0; l < recorded.size(); ++l) {
    for (size_t i = 0; i < recorded[l].size(); ++i) {
      CollectiveMatch& match = matches.collectives[l][i];
      match.contradicts_clock = recorded[l][i].contradicts_clock;
      match.holds_all = match.holds_all && !match.contradicts_clock;
    }
  }
  matches.teams = match_teams(trace, known);
}

}  // namespace

void move_trace(CondensedTrace& trace, const CommMembers& members, Matches& matches,
                const std::vector<PointTimes>& times, Comm& comm) {
  correct_times(trace, times);
  renew(trace, members, comm, matches);
}

}  // namespace latecomer::analyze
