// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/causes/find_delays.h"
#include "analyze/causes/propagate_costs.h"
#include "analyze/clocks/check_clocks.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/model/local_trace.h"
#include "analyze/results/critical_profile.h"
#include "analyze/results/impact_profile.h"
#include "analyze/results/severities.h"
#include "analyze/waits/find_collective_waits.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"

namespace latecomer::analyze {

/// Adds the exclusive time of every call path to the metric its region belongs to, and its visits.
void measure_times(const CondensedTrace& trace, const CondensedLocation& location,
                   LocationSeverities severities);

/// Moves the time of calls that completed requests of other operations than messages, and waited for no
/// message, to where those operations' time is: of the one that was waited for, if one was. Removes
/// completion times of operations whose time that is not.
void measure_completing_calls(const CondensedTrace& trace, const CondensedLocation& location,
                              const LargeVector<WaitState>& waits, LargeVector<Completion>& completions,
                              LocationSeverities severities);

/// Adds waiting times, other than idle time, with their parts, and completion times.
void measure_waits(const LocalLocation& location, const LargeVector<WaitState>& waits,
                   const std::vector<WaitPart>& parts, const LargeVector<Completion>& completions,
                   LocationSeverities severities);

/// Adds what forking and joining teams took, and idle time under the call paths on which the leader was, of
/// all locations: moves it there from where measure_times counted it.
void measure_threads(const LocalTrace& trace, const WaitStates& waits, Severities& severities);

/// Returns whether a collective operation, completed in a call of this kind, is one by which the program
/// communicates, and no part of setting something up, of one-sided communication or of file access.
bool is_communication(const Collective& collective, CallKind completed_in);

/// Adds numbers of messages and collective operations, with data (communications) and without
/// (synchronizations), how many of them had wait states, and the bytes they moved. A message counts at its
/// sender where it was started, at its receiver where it was completed; a collective operation where it was
/// completed; a one-sided transfer at its origin.
void measure_counts(const CondensedTrace& trace, const CondensedLocation& location,
                    const LargeVector<WaitState>& waits, LocationSeverities severities);

/// Adds what the location's delays cost others at short and at long term, by kind of wait state; how its own
/// waits came about and what came of them; and what nothing explains. `position` is the location's in
/// LocalTrace::locations.
void measure_costs(const LocalLocation& location, const LargeVector<WaitState>& waits,
                   const WaitOrigins& all_origins, size_t position, const Delays& delays,
                   LocationSeverities severities);

/// Adds the time of call paths on the critical path, and what it has beyond the mean over all threads.
void measure_critical_path(const CriticalProfile& profile, Severities& severities);

/// Adds what each thread processes of the critical path's call paths, up to what the path has of them, and
/// beyond that; and waiting, charged to the call paths of which the critical path has more than the thread.
void measure_performance_impact(const LocalTrace& trace, const ImpactProfile& profile, Comm& comm,
                                Severities& severities);

/// Adds how far the computation time of every call path is on each location from the mean over all threads.
void measure_imbalance(const LocalTrace& trace, Comm& comm, Severities& severities);

/// Adds violated clock conditions, at the call paths of their effects.
void measure_clocks(const ClockCheck& check, Severities& severities);

}  // namespace latecomer::analyze
