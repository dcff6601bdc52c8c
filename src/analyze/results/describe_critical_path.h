// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "store/tables.h"

namespace latecomer::analyze {

/// Per local location, what was done in each of its stretches of the critical path, and which waits the path
/// bypassed.
std::vector<LargeVector<store::Stretch>> describe_critical_path(const LocalTrace& trace,
                                                                const WaitStates& waits,
                                                                LargeVector<CriticalSegment> path);

}  // namespace latecomer::analyze
