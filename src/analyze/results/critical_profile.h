// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/causes/processing_profile.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Holds the critical path by call path, beside what all threads did, in ticks.
struct CriticalProfile {
  std::vector<std::vector<PathTime>> processing;  ///< Holds, per local location, exclusive time less waiting.
  /// Holds, per local location, what of its processing the critical path contains.
  std::vector<std::vector<PathTime>> on_path;
  std::vector<int64_t> total_processing;  ///< Holds, by call path, sums over the threads of all ranks.
  std::vector<int64_t> total_on_path;
  size_t threads = 0;  ///< Counts the threads of all ranks.

  bool is_on_path(CallPathId path) const { return total_on_path[path.index()] > 0; }
  /// Returns what the critical path has of the call path beyond the mean over all threads, in ticks: what an
  /// even distribution of it could save.
  double imbalance(CallPathId path) const {
    const double mean = static_cast<double>(total_processing[path.index()]) / static_cast<double>(threads);
    return std::max(static_cast<double>(total_on_path[path.index()]) - mean, 0.0);
  }
};

/// Returns the profile, whose totals are the same on every rank.
CriticalProfile critical_profile(const LocalTrace& trace, const WaitStates& waits,
                                 const std::vector<ProcessingProfile>& profiles,
                                 const LargeVector<CriticalSegment>& path, Comm& comm);

}  // namespace latecomer::analyze
