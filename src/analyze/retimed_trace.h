// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <vector>

#include "analyze/clocks/clock_options.h"
#include "analyze/replay/change.h"
#include "comm/comm.h"
#include "comm/timings.h"
#include "report/clocks.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Is a trace whose events have new times. `trace->read` delivers the same events as the recorded trace, in
/// the same order; for locations of this rank only.
struct RetimedTrace {
  std::unique_ptr<trace::Trace> trace;
  report::ClockReport report;  ///< Says what clocks contradicted; it is the same on every rank.
};

/// Corrects the times of a trace, which has to live as long as the result, as `analyze` would before it looks
/// for wait states. All ranks call it.
RetimedTrace correct(const trace::Trace& recorded, const ClockOptions& options, Comm& comm, Timings& timings);

/// Returns the trace that the program would have with `changes`, by replay, of a trace that has to live as
/// long as the result. All ranks call it.
RetimedTrace predict(const trace::Trace& recorded, const ClockOptions& options,
                     const std::vector<Change>& changes, Comm& comm, Timings& timings);

}  // namespace latecomer::analyze
