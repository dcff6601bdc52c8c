// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/hand_over.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Says that threads were in step, when the last of them came to a barrier.
struct BarrierMeeting {
  std::vector<trace::LocationId> threads;  ///< Lists the threads, sorted.
  Ticks time;
};

/// Finds by whom each of the process's LockHolds was handed over: by the last of those with the number before
/// to release it. Returns the meetings at POSIX threads' barriers.
std::vector<BarrierMeeting> match_locks(const CondensedTrace& trace, trace::LocationGroupId process,
                                        HandOvers& hand_overs);

}  // namespace latecomer::analyze
