// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "report/report.h"

namespace latecomer::findings {

/// Holds trees of several reports, brought together as one tree.
struct AlignedTree {
  static constexpr size_t kNone = static_cast<size_t>(-1);
  struct Row {
    size_t parent;    ///< Comes before the row itself; kNone of a root.
    size_t report;    ///< Is the first report that has the row.
    size_t position;  ///< Is the row's position in that report.
  };
  std::vector<Row> rows;  ///< Has the rows of the tree, those of the first report first.
  /// Has the row of each report's positions; twins share one.
  std::vector<std::vector<size_t>> row_of;
};

/// Aligns the metrics of reports: those of the same unique name and unit are the same.
AlignedTree align_metrics(std::span<const report::Report* const> reports);

/// Aligns the call paths of reports, which are the same as report/align_trees.h says. Call paths of one
/// report that nothing distinguishes share a row.
AlignedTree align_call_paths(std::span<const report::Report* const> reports);

}  // namespace latecomer::findings
