// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/results/measure.h"

namespace latecomer::analyze {

using report::Builtin;

void measure_critical_path(const CriticalProfile& profile, Severities& severities) {
  for (size_t l = 0; l < profile.on_path.size(); ++l) {
    for (const auto& [path, time] : profile.on_path[l]) {
      severities[l].add(Builtin::critical_path, path, time.count);
      // What the path has of it beyond an even share lies where the path runs.
      const double part =
          static_cast<double>(time.count) / static_cast<double>(profile.total_on_path[path.index()]);
      severities[l].add_share(Builtin::critical_path_imbalance, path, profile.imbalance(path) * part);
    }
  }
}

}  // namespace latecomer::analyze
