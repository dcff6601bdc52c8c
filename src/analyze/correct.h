// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>

#include "analyze/clocks/clock_options.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "report/clocks.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Is a trace whose times were corrected. `trace->read` delivers the same events as the recorded trace, in
/// the same order, at their new times; for locations of this rank only.
struct CorrectedTrace {
  std::unique_ptr<trace::Trace> trace;
  report::ClockReport report;  ///< Is the same on every rank.
};

/// Corrects the times of a trace, which has to live as long as the result, as `analyze` would before it looks
/// for wait states.
CorrectedTrace correct(const trace::Trace& recorded, const ClockOptions& options, Comm& comm,
                       Timings& timings);

}  // namespace latecomer::analyze
