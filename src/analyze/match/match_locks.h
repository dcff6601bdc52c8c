// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Is what a thread had to wait for before it had a lock.
struct LockRelease {
  Ticks time;
  trace::LocationId thread;  ///< Is invalid if the release is not known.
  uint32_t hold = 0;         ///< Is the LockHold of that thread which the release ended.
  bool known() const { return thread.valid(); }
};

/// Holds, per local location, the release before each of its LockHolds.
using LockReleases = std::vector<std::vector<LockRelease>>;

/// Says that threads were in step, when the last of them came to a barrier.
struct BarrierMeeting {
  std::vector<trace::LocationId> threads;  ///< Lists the threads, sorted.
  Ticks time;
};

/// Gives each of the process's LockHolds the release that it followed: of the one with the number before.
/// Returns the meetings at POSIX threads' barriers.
std::vector<BarrierMeeting> match_locks(const CondensedTrace& trace, trace::LocationGroupId process,
                                        LockReleases& releases);

}  // namespace latecomer::analyze
