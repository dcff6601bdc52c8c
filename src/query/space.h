// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "comm/comm.h"
#include "query/call_tree.h"
#include "query/system_parts.h"
#include "report/report.h"

namespace latecomer::query {

/// Whether the value of a node of a tree contains those of the nodes below it.
enum class Below : uint8_t { excluded, included };

/// The performance space of a report: its values, combined over call paths and locations. Sums over all
/// locations, and over all call paths, are computed once for a metric.
///
/// On several ranks, each reads only the rows of its own call paths, and all of them call the same methods in
/// the same order, and get the same; on one, any threads may. Metrics without values give zeros, as does what
/// cannot be read, which `status` tells then.
class Space {
 public:
  /// The report has to stay there, and as it is.
  explicit Space(const report::Report& report);
  /// `owners` has the rank of each call path. The ranks have the same definitions.
  Space(const report::Report& report, Comm& comm, std::vector<int> owners);

  const report::Report& report() const { return report_; }
  const CallTree& call_tree() const { return call_tree_; }
  Status status() const { return report_.status(); }

  /// Every call path's value, over these locations.
  report::Column by_call_path(report::MetricId metric, Below below, const SystemPart& where = {}) const;
  /// Every location's value over all call paths.
  report::Column by_location(report::MetricId metric) const;
  /// Every location's value at one call path.
  report::Column by_location(report::MetricId metric, report::CallPathId path, Below below) const;

  // The same as numbers, in the metric's unit.
  double total(report::MetricId metric) const;
  /// `total` without what its child metrics account for: of "time", the time that is in none of its parts.
  /// Only for sums.
  double total_without_children(report::MetricId metric) const;
  std::vector<double> per_call_path(report::MetricId metric, Below below) const;
  std::vector<double> per_location(report::MetricId metric) const;
  std::vector<double> per_location(report::MetricId metric, report::CallPathId path, Below below) const;

 private:
  using ColumnPtr = std::shared_ptr<const report::Column>;
  using Cache = std::map<report::MetricId, ColumnPtr>;

  report::DataType type_of(report::MetricId metric) const;
  bool is_stored_inclusively(report::MetricId metric) const;
  ColumnPtr cached(Cache& cache, report::MetricId metric,
                   const std::function<report::Column()>& compute) const;
  report::Column combine_locations(report::MetricId metric,
                                   std::optional<std::span<const size_t>> which) const;
  report::Column combine_call_paths(report::MetricId metric, std::span<const report::CallPathId> paths) const;
  std::optional<report::Column> combine_own(report::MetricId metric,
                                            std::span<const report::CallPathId> paths) const;
  std::optional<report::Column> combine_ranks(std::optional<report::Column> mine,
                                              report::DataType type) const;

  const report::Report& report_;
  std::unique_ptr<Comm> serial_;
  Comm& comm_;
  std::vector<int> owners_;
  CallTree call_tree_;
  mutable std::mutex mutex_;  ///< of the caches
  mutable Cache over_locations_;
  mutable Cache over_call_paths_;
};

}  // namespace latecomer::query
