// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/causes/find_critical_path.h"
#include "analyze/causes/processing_profile.h"
#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Holds what the performance impact follows from, in ticks: the critical path from MPI_Init to MPI_Finalize,
/// and what each thread processed. The path counts from when the last process had come to MPI_Init until the
/// last came to MPI_Finalize; that of a program without these calls counts whole. Waiting in MPI_Init for
/// other processes to come is no processing.
struct ImpactProfile {
  /// Holds processing per local location, by call path; empty: no thread.
  std::vector<std::vector<PathTime>> processing;
  std::vector<std::vector<PathTime>> on_path;  ///< Holds, per local location, its part of the path.
  std::vector<int64_t> total_on_path;          ///< Holds sums by call path; is the same on every rank.
};

ImpactProfile impact_profile(const LocalTrace& trace, const WaitStates& waits,
                             const std::vector<ProcessingProfile>& profiles,
                             const LargeVector<CriticalSegment>& path, Comm& comm);

}  // namespace latecomer::analyze
