// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/match/matches.h"
#include "analyze/program_end/open_calls.h"

namespace latecomer::analyze {

/// What the trace says of an operation that an open call waits for.
struct PendingState {
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Its counterpart is there, as a message on its way, or can be there without the trace having it.
  bool can_end = false;
  uint32_t missing = kNone;  ///< of a collective operation or a lock: position in PendingStates::missing
};

struct PendingStates {
  std::vector<std::vector<PendingState>> of_calls;  ///< as EndOfProgram::calls and their `pending`
  std::vector<std::vector<trace::LocationGroupId>> missing =
      {};  ///< members that have not entered, or who has the lock
};

/// Brings what is pending together with what was recorded. To be called by all ranks; the same on each.
PendingStates match_pending(const CondensedTrace& trace, const CommMembers& members, const Matches& matches,
                            const EndOfProgram& end, Comm& comm);

}  // namespace latecomer::analyze
