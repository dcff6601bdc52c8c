// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/comm_members.h"
#include "analyze/model/local_trace.h"
#include "analyze/program_end/match_pending.h"

namespace latecomer::analyze {

/// Names an open call, and of what it waits for, one operation and the process that has to do its part.
struct Blocked {
  uint32_t call = 0;     ///< Is a position in EndOfProgram::calls.
  uint32_t pending = 0;  ///< Is a position in its `pending`.
  trace::LocationGroupId process;
};

/// Is processes none of which can ever go on, because they wait for each other.
struct Deadlock {
  std::vector<Blocked> circle;                  ///< Has calls each of which waits for the next one's process.
  std::vector<trace::LocationGroupId> waiting;  ///< Lists other processes that wait for those in the circle.
};

/// Is a call that waits for processes that have ended.
struct WaitForEnded {
  uint32_t call = 0;
  uint32_t pending = 0;
  std::vector<trace::LocationGroupId> processes;
};

struct Deadlocks {
  std::vector<Deadlock> deadlocks;
  std::vector<WaitForEnded> for_ended;
};

/// Finds what follows from what open calls wait for; the result is empty where the trace does not say.
Deadlocks find_deadlocks(const TraceContext& trace, const CommMembers& members, const EndOfProgram& end,
                         const PendingStates& states);

}  // namespace latecomer::analyze
