// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_delays.h"
#include "analyze/causes/propagate_costs.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"
#include "comm/text_blocks.h"
#include "store/tables.h"

namespace latecomer::analyze {

/// The findings store of a report, a part of it on each rank: all wait states, what led to each of them, this
/// rank's stretches of the critical path by local location, and consequences, which rank 0 has. Collective.
TextBlock store_findings(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         const WaitOrigins& origins, const std::vector<LargeVector<store::Stretch>>& path,
                         const std::vector<store::Consequence>& consequences, Comm& comm);

}  // namespace latecomer::analyze
