// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_trace.h"
#include "analyze/waits/wait_state.h"

namespace latecomer::analyze {

/// Merges the wait states of both by location and call. A call that waited for both, as one that completes
/// messages and nonblocking collective operations can, waited once: for what it waited for longest, among
/// equals for the first.
WaitStates merge_waits(WaitStates first, WaitStates second);

/// Merges all wait states by location and in the order of their ends. Waits for threads are in calls that can
/// contain others, whose waits come first: where two overlap, the one that ends later begins with the first's
/// end.
WaitStates merge_thread_waits(WaitStates of_calls, WaitStates of_threads);

/// Gives the waits of calls in polling runs the metrics of waits by polling.
void mark_waits_by_polling(const CondensedTrace& trace, WaitStates& waits);

}  // namespace latecomer::analyze
