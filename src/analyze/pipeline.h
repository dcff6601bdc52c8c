// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>

#include "analyze/clocks/clock_options.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "report/report.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// A step of a chain of causes takes less time than a message, so ranks with fewer locations leave their
/// chains to one of their neighbours (causes/chain_deal.h), and no more threads follow chains than have so
/// many each. Tests have less than this.
inline constexpr size_t kLocationsToFollow = 64;

/// Analyzes a trace with all ranks of `comm` and all threads of the calling task arena. The result holds this
/// rank's locations; together the ranks' results are the same for any number of ranks and threads.
report::Report analyze(const trace::Trace& trace, Comm& comm, Timings& timings,
                       const ClockOptions& clocks = {}, size_t locations_to_follow = kLocationsToFollow);

}  // namespace latecomer::analyze
