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

namespace latecomer::analyze {

/// Aborts unless wait states are in order and apart; every wait state is explained by delays and waiting of
/// its cause at least as long; the costs of each kind are its waiting time; and the critical path has no gap
/// and no wait on it. This holds for every trace whose clocks are right. It is for debug builds: it looks at
/// everything once more.
void check_results(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                   const WaitOrigins& origins, const LargeVector<CriticalSegment>& path, Comm& comm);

}  // namespace latecomer::analyze
