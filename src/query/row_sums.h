// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "comm/comm.h"
#include "report/report.h"

namespace latecomer::query {

/// Gives a metric's rows, one for each call path.
struct RowsOfMetric {
  report::DataType type;
  /// Returns a call path's values of these locations; null: zero.
  std::function<report::Row(report::CallPathId, report::LocationRange)> row;
  /// Says that `row` is called for the same call paths on all ranks, in the same order and by one thread, and
  /// returns the values of all locations.
  bool needs_all_ranks = false;
  bool is_calculated = false;  ///< Says that values are calculated, for which `row` is called by one thread.
};

/// Combines rows that several ranks divide among themselves: each has the rows of its own call paths, or its
/// own locations of every row. All of them call the same methods in the same order, and get the same; on
/// several ranks by work that report::read_together calls.
class RowSums {
 public:
  /// Divides rows by `owners`, the rank of each call path; if it is empty, ranks have blocks of locations.
  RowSums(const report::Report& report, Comm& comm, std::vector<int> owners);

  /// Returns every row's values over the locations at these positions, or over all.
  report::Column over_locations(const RowsOfMetric& rows, std::optional<std::span<const size_t>> which) const;
  /// Returns for each location its values over the rows of these call paths.
  report::Column over_call_paths(const RowsOfMetric& rows, std::span<const report::CallPathId> paths) const;

  /// Returns whether ranks have other locations than others.
  bool divides_locations() const { return owners_.empty() && comm_.size() > 1; }

 private:
  std::optional<report::Column> combine_own(const RowsOfMetric& rows,
                                            std::span<const report::CallPathId> paths) const;
  std::optional<report::Column> combine_ranks(std::optional<report::Column> mine, report::DataType type,
                                              size_t size) const;
  report::Column gather_rows(const report::Column& mine) const;
  report::Column gather_blocks(const std::optional<report::Column>& mine, report::DataType type) const;
  report::LocationRange block_of(int rank) const;
  report::LocationRange block(const RowsOfMetric& rows) const;
  bool is_own(const RowsOfMetric& rows, report::CallPathId path) const;

  const report::Report& report_;
  Comm& comm_;
  std::vector<int> owners_;
};

}  // namespace latecomer::query
