// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/model/run_extent.h"
#include "analyze/replay/replay.h"
#include "base/ticks.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says which parts of a run somebody wants to know the ideal times of.
struct PartsOfRun {
  size_t count = 0;  ///< Counts parts that consist of call paths, such as phases.
  /// Lists, by call path of the tree of all locations, the parts that it is in.
  std::vector<std::vector<uint32_t>> of_path;
  size_t windows = 0;  ///< Says into how many windows of one length the run is divided.
};

/// Says how long parts of a run take on an instant network [SEMANTICS 9], in ticks.
struct IdealTimes {
  std::vector<Ticks> parts;  ///< Has, of each part, the time of the thread that is in it longest.

  struct Window {
    /// Is, on the instant network, the time of the thread that has most to do of what is in the window.
    Ticks ideal;
    // These are of the recorded run:
    Ticks computation;  ///< Is the computation of all threads.
    Ticks largest_computation;
  };
  std::vector<Window> windows;
};

/// Returns the ideal times of parts of a run that `replay` knows. All ranks call it.
IdealTimes ideal_times(const LocalTrace& trace, const RunExtent& run, const Replay& replay,
                       const PartsOfRun& parts, Comm& comm);

}  // namespace latecomer::analyze
