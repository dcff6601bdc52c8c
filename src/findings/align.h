// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::findings {

/// Trees of several reports as one tree.
struct AlignedTree {
  static constexpr size_t kNone = static_cast<size_t>(-1);
  struct Row {
    size_t parent;    ///< before it; kNone of a root
    size_t report;    ///< the first one that has it
    size_t position;  ///< what it is there
  };
  std::vector<Row> rows;  ///< those of the first report come first
  std::vector<std::vector<size_t>>
      row_of;  ///< by report and position; what is alike in a report shares a row
};

/// The same are metrics of the same unique name and unit.
AlignedTree align_metrics(std::span<const report::Report* const> reports);

/// Call paths are the same as report/align_trees.h says. Those of a report that nothing tells apart share a
/// row.
AlignedTree align_call_paths(std::span<const report::Report* const> reports);

}  // namespace latecomer::findings
