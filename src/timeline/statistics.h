// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <map>

#include "base/result.h"
#include "timeline/activities.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Where the time of locations in a window went, in ticks.
struct WindowStatistics {
  std::map<report::CallPathId, Ticks> by_path;  ///< exclusive; invalid: idle, or not recorded
  Ticks unknown;  ///< of short activities, where a level of detail has only the one with most of the time
  std::map<report::MetricId, Ticks> waits;  ///< by kind, the parts of wait states in the window
  bool waits_are_exact = true;  ///< else, several short wait states are of the kind of the longest of them
};

Result<WindowStatistics> window_statistics(const Run& run, ActivitySource& activities, const Window& window);

}  // namespace latecomer::timeline
