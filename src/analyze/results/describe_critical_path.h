// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/condense/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "comm/comm.h"
#include "report/critical_path.h"

namespace latecomer::analyze {

/// The critical path as a report keeps it: what was done in each stretch, and which waits it bypassed. The
/// whole of it on rank 0, nothing on the others.
report::CriticalPath describe_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                            const std::vector<CriticalSegment>& path, Comm& comm);

}  // namespace latecomer::analyze
