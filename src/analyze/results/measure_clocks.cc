// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure.h"

namespace latecomer::analyze {

void measure_clocks(const ClockCheck& check, Severities& severities) {
  for (size_t l = 0; l < severities.locations(); ++l) {
    for (const auto& [condition_at_path, count] : check.by_path[l]) {
      const auto& [condition, path] = condition_at_path;
      severities[l].add(report::metric_of(condition), path, count);
    }
  }
}

}  // namespace latecomer::analyze
