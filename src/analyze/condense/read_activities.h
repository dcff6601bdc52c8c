// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <optional>

#include "analyze/condense/condensing_location.h"
#include "analyze/condense/thread_teams.h"
#include "base/ticks.h"
#include "store/activity_level.h"
#include "store/timeline_tables.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Finds the fork of the instance of a team that a worker begins at a time; none: it is not known.
using FindFork =
    std::function<std::optional<store::Fork>(trace::LocationId leader, trace::CommId team, Ticks time)>;

/// Is what reading activities needs of a trace and its analysis besides events.
struct ActivityContext {
  const trace::Trace& trace;
  const ThreadTeams& teams;  ///< Has the teams of all locations.
  FindFork find_fork;
};

/// Is where one window after another is read, by one thread at a time. It has the analysis' call tree, whose
/// paths keep their numbers. What is called only in these windows becomes a path behind these.
struct ActivityReader {
  explicit ActivityReader(const CallTree& tree);
  CondensingLocation scratch;
};

/// Reads what a location did before `to` from its events: from a point on, or, where there is none, from the
/// first event on. Activities, idle times and call paths are what they are when the location is condensed.
trace::ReadOutcome read_activities(const ActivityContext& context, trace::LocationId location,
                                   const std::optional<store::ReadPoint>& from, Ticks to,
                                   store::ActivityLevel& activities, ActivityReader& reader);

}  // namespace latecomer::analyze
