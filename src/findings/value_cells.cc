// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/value_cells.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

std::set<RowKey> cells_with_values(const Report& report, Below below) {
  std::set<RowKey> cells;
  for (const auto& [metric, path] : report.stored_rows()) {
    cells.insert({metric, path});
    const bool is_stored_inclusively = report.metrics[metric.index()].kind == MetricKind::inclusive;
    CallPathId above = report.call_paths[path.index()].parent;
    if (is_stored_inclusively && below == Below::excluded && above.valid()) cells.insert({metric, above});
    if (is_stored_inclusively || below == Below::excluded) continue;
    // Where a cell is there already, so are those above it.
    while (above.valid() && cells.insert({metric, above}).second)
      above = report.call_paths[above.index()].parent;
  }
  for (size_t m = 0; m < report.metrics.size(); ++m) {
    if (!is_derived(report.metrics[m])) continue;
    for (size_t path = 0; path < report.call_paths.size(); ++path)
      cells.insert({MetricId(m), CallPathId(path)});
  }
  return cells;
}

}  // namespace latecomer::findings
