// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <vector>

#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/program_end/open_calls.h"

namespace latecomer::analyze {

/// Is what a thread had of the locks of windows when its program ended.
struct WindowLocks {
  std::vector<HeldLock> held;
  std::optional<Pending> wanted;  ///< Is the lock that the thread wanted in the call in which it was.
};

WindowLocks window_locks_at_end(const CondensedTrace& trace, const CondensedLocation& location,
                                const CommMembers& members);

}  // namespace latecomer::analyze
