// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/clocks/time_windows.h"
#include "analyze/model/local_location.h"

namespace latecomer::analyze {

/// Lists when a worker was idle: that is no work on the call path of the next team, on which it is.
inline std::vector<TimeSpan> idle_times(const LocalLocation& location) {
  std::vector<TimeSpan> idle;
  for (const IdlePeriod& each : location.threads.idle)
    idle.push_back({location.enter_of(each.call), location.leave_of(each.call)});
  return idle;
}

}  // namespace latecomer::analyze
