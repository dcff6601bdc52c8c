// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/unwritten_vector.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Is a wait state as the location that caused it sees it.
struct CausedWait {
  Ticks end;
  trace::LocationId waiter;
  /// Is the position in the waiter's wait states if that is local; else that of its notice from another rank.
  uint32_t wait = 0;
};

/// Is a wait state of a local location.
struct OwnWait {
  uint32_t location = 0;  ///< Is a position in LocalTrace::locations.
  uint32_t wait = 0;      ///< Is a position in its wait states.
};

/// Holds all wait states by the location that caused them.
struct CausedWaits {
  UnwrittenVector<CausedWait> list;
  std::vector<size_t> first;  ///< Holds the first of each local location in `list`, and one past the last.
  /// Holds, by rank, the wait states that its locations caused here, in the order of the notices to it. It is
  /// empty for the own rank.
  std::vector<std::vector<OwnWait>> notified;

  /// Returns what a location caused, by end; of those of one end, the last of the highest location is first.
  std::span<const CausedWait> of(size_t location) const {
    return std::span(list).subspan(first[location], first[location + 1] - first[location]);
  }
};

CausedWaits find_caused_waits(const LocalTrace& trace, const WaitStates& waits, Comm& comm);

}  // namespace latecomer::analyze
