// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"
#include "comm/text_blocks.h"

namespace latecomer::analyze {

/// The text of the critical path that a report keeps (report/critical_path.h): what was done in each stretch,
/// and which waits it bypassed. Each rank has a part of it.
TextBlock describe_critical_path(const LocalTrace& trace, const WaitStates& waits,
                                 LargeVector<CriticalSegment> path, Comm& comm);

}  // namespace latecomer::analyze
