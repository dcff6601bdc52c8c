// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure.h"

namespace latecomer::analyze {

void measure_clocks(const ClockCheck& check, Severities& severities) {
  for (size_t l = 0; l < severities.locations(); ++l) {
    for (const auto& [place, count] : check.by_path[l]) {
      const auto& [condition, path] = place;
      severities[l].add(report::metric_of(condition), path, count);
    }
  }
}

}  // namespace latecomer::analyze
