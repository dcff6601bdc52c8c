// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "base/result.h"
#include "limit_table.h"

namespace latecomer::bench {

/// What single calls cost while they are recorded, as ratios to what they take alone, beside the limits:
/// calls that complete requests, calls that neither communicate nor wait, tests in vain, MPI_Allreduce, and
/// threads. `rounds`: of runs with and without the recorder, by turns.
Status measure_call_cost(int rounds, LimitTable& limits);

}  // namespace latecomer::bench
