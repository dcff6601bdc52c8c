// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/find_collective_waits.h"
#include "analyze/local_trace.h"
#include "analyze/wait_state.h"

namespace latecomer::analyze {

/// All wait states by location and call. A call that completes both messages and nonblocking collective
/// operations waited once: for what it waited for longest, among equals for the message.
WaitStates merge_waits(const WaitStates& of_messages, const WaitStates& of_collectives);

/// All wait states by location and in the order of their ends. Waits for threads are in calls that can
/// contain others, whose waits come first: where two overlap, the one that ends later begins with the other's
/// end.
WaitStates merge_thread_waits(const WaitStates& of_calls, const WaitStates& of_threads);

}  // namespace latecomer::analyze
