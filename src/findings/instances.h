// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace latecomer::findings {

/// Describes one wait state, and what the location that was waited for did meanwhile. Times are in seconds,
/// points in time since the first event of the run.
struct Instance {
  /// Explains most of the wait: by the call path on which the delaying location took longest beyond the
  /// waiting one, or where it had to wait itself, if that is more than all its delays.
  struct Cause {
    report::LocationId location;
    report::CallPathId path;  ///< Is the call path of the cause; invalid where nothing explains the wait.
    report::MetricId wait;    ///< Is the kind of the cause's own largest wait; invalid for a delay.
    double seconds = 0;       ///< Is the length of that delay, or of that wait.
  };

  report::MetricId metric;  ///< Is the kind of wait state.
  report::LocationId location;
  uint32_t wait = 0;  ///< Is the position among the location's wait states.
  report::CallPathId path;
  double begin = 0;
  double end = 0;
  double amount = 0;
  Cause cause;
};

/// Returns the five most severe wait states of each kind in the report's findings store, by kind, most severe
/// first. An error says that there is no store, or that it is damaged.
Result<std::vector<Instance>> most_severe_waits(const report::Report& report);

}  // namespace latecomer::findings
