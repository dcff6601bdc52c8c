// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/replay/change.h"
#include "analyze/replay/kept_order.h"
#include "analyze/replay/replay.h"
#include "analyze/synchronized_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Returns what replays a trace, as messages travelled or otherwise. All ranks call it.
Replay replay_of(const SynchronizedTrace& trace, Comm& comm, const Transport& transport = {});

/// Replays a trace with what a user would change: all its times become those of the changed program, as if
/// these had been recorded. What comes after cannot distinguish such a trace from another one. All ranks call
/// it. Returns what might have been in another order.
KeptOrder replay_trace(SynchronizedTrace& trace, const std::vector<Change>& changes, Comm& comm,
                       Timings& timings);

/// Returns whether a replay without a change has the times of the trace, to the tick, on this rank. All ranks
/// call it.
bool is_replayed_as_it_is(const SynchronizedTrace& trace, Comm& comm);

}  // namespace latecomer::analyze
