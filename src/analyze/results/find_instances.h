// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/causes/find_delays.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "comm/comm.h"
#include "report/details.h"

namespace latecomer::analyze {

/// The most severe wait states of every kind, each with what caused it. On all ranks the same. `run_begin` is
/// the time that seconds count from.
std::vector<report::Instance> find_instances(const LocalTrace& trace, const WaitStates& waits,
                                             const std::vector<Delays>& delays, Ticks run_begin, Comm& comm);

}  // namespace latecomer::analyze
