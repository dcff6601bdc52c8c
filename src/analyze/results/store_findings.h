// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/causes/find_delays.h"
#include "analyze/causes/propagate_costs.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"
#include "comm/text_blocks.h"
#include "store/tables.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Writes the findings store of a report, a part of it on each rank: all wait states, what led to each of
/// them, the critical path, consequences, which rank 0 has, and chunks of other tables. All ranks call it.
TextBlock store_findings(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         const WaitOrigins& origins, const LargeVector<CriticalSegment>& path,
                         const std::vector<store::Consequence>& consequences,
                         std::vector<store::Chunk> chunks, Comm& comm);

}  // namespace latecomer::analyze
