// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/local_trace.h"
#include "analyze/wait_state.h"

namespace latecomer::analyze {

/// The wait states of both by location and call. A call that waited for both, as one that completes messages
/// and nonblocking collective operations can, waited once: for what it waited for longest, among equals for
/// the first.
WaitStates merge_waits(const WaitStates& first, const WaitStates& second);

}  // namespace latecomer::analyze
