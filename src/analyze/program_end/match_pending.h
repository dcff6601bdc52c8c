// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/match/matches.h"
#include "analyze/program_end/open_calls.h"

namespace latecomer::analyze {

/// Is what the trace says of an operation that an open call waits for.
struct PendingState {
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Says that its counterpart is there, as a message on its way, or can be there beside the trace.
  bool can_end = false;
  /// Is, for a collective operation or a lock, the position in PendingStates::missing.
  uint32_t missing = kNone;
};

struct PendingStates {
  /// Holds states as EndOfProgram::calls and their `pending`.
  std::vector<std::vector<PendingState>> of_calls;
  /// Holds members that have not entered, or who has the lock.
  std::vector<std::vector<trace::LocationGroupId>> missing = {};
};

/// Brings what is pending together with what was recorded. All ranks call it; the result is the same on each.
PendingStates match_pending(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                            const EndOfProgram& end, Comm& comm);

}  // namespace latecomer::analyze
