// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <memory>
#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/model/run_extent.h"
#include "analyze/replay/change.h"
#include "analyze/replay/ideal_times.h"
#include "analyze/replay/replay.h"
#include "base/ticks.h"
#include "comm/comm.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Predicts how long a run would have taken that has been analyzed, if something in it were changed. The
/// trace that was analyzed has to live as long.
class Predictions {
 public:
  /// `interpolated` is the trace that `trace` was made of, where that is not the recorded one.
  Predictions(Replay replay, const RunExtent& run, LocalTrace trace,
              std::unique_ptr<trace::Trace> interpolated)
      : interpolated_(std::move(interpolated)),
        replay_(std::move(replay)),
        run_(run),
        trace_(std::move(trace)) {}

  /// Returns how long the run would take, in ticks, with all of `changes`. All ranks call it.
  Ticks run_length(const std::vector<Change>& changes, Comm& comm) const;
  /// Returns how long each process was in each iteration of what a change of iterations is for. All ranks
  /// call it.
  IterationTimes iteration_times(const Change& change, Comm& comm) const;
  /// Returns how long parts of the run take on an instant network. All ranks call it.
  IdealTimes ideal_times(const PartsOfRun& parts, Comm& comm) const {
    return analyze::ideal_times(trace_, run_, replay_, parts, comm);
  }

 private:
  std::unique_ptr<trace::Trace> interpolated_;
  Replay replay_;
  RunExtent run_;
  LocalTrace trace_;
};

}  // namespace latecomer::analyze
