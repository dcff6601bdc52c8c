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
#include "query/derived_metrics.h"
#include "query/row_sums.h"
#include "query/system_parts.h"
#include "report/report.h"

namespace latecomer::query {

/// Whether the value of a node of a tree contains those of the nodes below it.
enum class Below : uint8_t { excluded, included };

/// What the values are for that are wanted, one for each.
enum class By : uint8_t { nothing, call_path, location, group };

/// Which values are combined. With `By::call_path` there is no single call path, with `By::location` and
/// `By::group` no part of the system.
struct Question {
  std::optional<report::CallPathId> path = {};  ///< none: all; then "excluded" means what roots have alone
  Below below = Below::included;
  SystemPart where = {};
};

/// The performance space of a report: its values, combined over call paths and locations. Sums over all
/// locations, and over all call paths, are computed once for a metric.
///
/// On several ranks, each reads only the rows of its own call paths, or its own locations of every row, and
/// all of them call the same methods in the same order, and get the same; on one, any threads may. Derived
/// metrics are evaluated, which gives real numbers. Metrics that the report does not have, of which the id is
/// invalid, have zeros, as have those without values, and programs that cannot be evaluated, which `notes`
/// tell. The type of a column of values says how these are combined further, along the call tree or the
/// system.
class Space {
 public:
  /// The report has to stay there, and as it is.
  explicit Space(const report::Report& report);
  /// `owners` has the rank of each call path (see distribution.h). Where it is empty, the locations are
  /// divided among the ranks in blocks. The ranks have the same definitions.
  Space(const report::Report& report, Comm& comm, std::vector<int> owners);

  const report::Report& report() const { return report_; }
  const CallTree& call_tree() const { return call_tree_; }
  /// What of the report is not shown, and why, a line each.
  std::vector<std::string> notes() const;

  /// The metric of this name, also one that an expression defines; invalid if there is none.
  report::MetricId find_metric(const std::string& name) const { return derived_.find(name); }
  report::MetricKind kind_of(report::MetricId metric) const { return derived_.kind(metric); }

  report::Column values(report::MetricId metric, By by, const Question& question) const;
  /// The values of these locations at a call path of this rank, as they are stored, or calculated before all
  /// sums; null if they are zero. Where `needs_all_ranks` says so, it is collective, and for all locations.
  report::Row row(report::MetricId metric, report::CallPathId path, report::LocationRange which) const;
  /// Whether a rank cannot find out its own rows alone.
  bool needs_all_ranks(report::MetricId metric) const;
  /// Every call path's value, over these locations.
  report::Column by_call_path(report::MetricId metric, Below below, const SystemPart& where = {}) const;
  /// Every location's value over all call paths; "excluded" means what the roots of the call tree have alone.
  report::Column by_location(report::MetricId metric, Below below = Below::included) const;
  /// Every location's value at one call path.
  report::Column by_location(report::MetricId metric, report::CallPathId path, Below below) const;

  /// The one value of a call path, or of all, over these locations.
  report::Column whole(report::MetricId metric, const Question& question) const;

  // The same as numbers, in the metric's unit.
  double total(report::MetricId metric) const;
  /// `total` without what its child metrics account for: of "time", the time that is in none of its parts.
  /// Only for sums.
  double total_without_children(report::MetricId metric) const;
  std::vector<double> per_call_path(report::MetricId metric, Below below) const;
  std::vector<double> per_location(report::MetricId metric) const;
  /// Every location group's (a process's or an accelerator's).
  std::vector<double> per_group(report::MetricId metric) const;
  std::vector<double> per_location(report::MetricId metric, report::CallPathId path, Below below) const;

 private:
  using ColumnPtr = std::shared_ptr<const report::Column>;
  using Cache = std::map<report::MetricId, ColumnPtr>;

  void initialize();
  report::DataType over_locations(report::MetricId metric) const;
  report::DataType over_call_paths(report::MetricId metric) const;
  report::DataType type_of_differences(report::MetricId metric) const;
  bool has_inclusive_rows(report::MetricId metric) const;
  bool is_postderived(report::MetricId metric) const;
  report::Column evaluated(report::MetricId metric, By by, const Question& question) const;
  report::Column evaluated(report::MetricId metric, By by, const Question& question,
                           report::LocationRange locations) const;
  ColumnPtr cached(Cache& cache, report::MetricId metric,
                   const std::function<report::Column()>& compute) const;
  RowsOfMetric rows_of(report::MetricId metric, report::DataType type) const;
  report::Column along_call_tree(report::MetricId metric, std::span<const report::CallPathId> paths) const;
  report::Column without_children(report::MetricId metric, std::span<const report::CallPathId> paths) const;

  const report::Report& report_;
  std::unique_ptr<Comm> serial_;
  RowSums sums_;
  CallTree call_tree_;
  DerivedMetrics derived_;
  mutable std::mutex mutex_;  ///< of the caches
  mutable Cache over_locations_;
  mutable Cache over_call_paths_;
};

}  // namespace latecomer::query
