// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"
#include "comm/comm.h"

namespace latecomer::analyze {

inline constexpr uint32_t kNoWait = UINT32_MAX;

/// Is a stretch of the critical path on one location: (begin, end].
struct CriticalSegment {
  trace::LocationId location;
  Ticks begin;
  Ticks end;
  /// Is the position of the location's wait state with whose end it begins; none: it is the first.
  uint32_t wait = kNoWait;
  uint32_t off_core = kNoWait;  ///< Is that of the location's time without a core with whose end it begins.
  /// Is, where the location is no thread, the one that had no core because of it; the path came from there.
  trace::LocationId thread;
  CallPathId path;       ///< Is what the path passes over there; valid with `thread`.
  int64_t position = 0;  ///< Is lower for earlier segments.
};

/// Finds the chain of activities that decided how long the run took [probing 2.2.2, SEMANTICS 11]. Returns
/// those of its segments that lie on this rank's locations, latest first. No wait state lies on it and it has
/// no gap: where a segment begins with the end of a wait, or of time without a core, the one before it in
/// time ends there, on the location that was waited for.
LargeVector<CriticalSegment> find_critical_path(const LocalTrace& trace, const WaitStates& waits, Comm& comm);

}  // namespace latecomer::analyze
