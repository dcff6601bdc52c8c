// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/condensed_trace.h"
#include "analyze/replay/change.h"
#include "analyze/replay/replay.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Returns by which factors own times of the local locations change if all of `changes` are made, one after
/// the other, in a run that began at `begin`. All ranks call it.
OwnTimeChanges own_time_changes(const TraceContext& trace, const std::vector<const LocalLocation*>& locations,
                                Ticks begin, const std::vector<Change>& changes, Comm& comm);

/// Returns how long each process is in each iteration of what a change of iterations is for, as recorded; all
/// processes have as many iterations. What is no computation has none. All ranks call it.
IterationTimes iteration_times(const TraceContext& trace, const std::vector<const LocalLocation*>& locations,
                               const Change& change, Comm& comm);

/// Returns how messages travel with `changes`.
Transport changed_transport(const TraceContext& trace, const std::vector<Change>& changes);

/// Changes in which proportion the functions that were sampled on a call path have its time.
void change_samples(const OwnTimeChanges& changes, CondensedTrace& trace);

}  // namespace latecomer::analyze
