// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/regions.h"

namespace latecomer::query {

using namespace report;

std::vector<std::vector<CallPathId>> call_paths_of_regions(const Report& report, const CallTree& tree,
                                                           std::span<const CallPathId> paths, Below below) {
  std::vector<std::vector<CallPathId>> of_regions(report.regions.size());
  std::vector<size_t> counted_until(report.regions.size());
  for (size_t i = 0; i < paths.size(); ++i) {
    const size_t region = report.call_paths[paths[i].index()].region.index();
    if (below == Below::included) {
      if (i < counted_until[region]) continue;
      counted_until[region] = i + tree.subtree(paths[i]).size();
    }
    of_regions[region].push_back(paths[i]);
  }
  return of_regions;
}

}  // namespace latecomer::query
