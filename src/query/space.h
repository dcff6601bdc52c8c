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

/// Says whether the value of a node of a tree contains those of the nodes below it.
enum class Below : uint8_t { excluded, included };

/// Says what each of the wanted values is for.
enum class By : uint8_t { nothing, call_path, location, group };

/// Says which values are combined. With `By::call_path` there is no single call path, with `By::location` and
/// `By::group` no part of the system.
struct Question {
  std::optional<report::CallPathId> path = {};  ///< Is empty for all; then "excluded" means what roots have.
  Below below = Below::included;
  SystemPart where = {};
};

/// Is the performance space of a report: its values, combined over call paths and locations. Sums over all
/// locations, and over all call paths, are computed once for a metric.
///
/// On several ranks, each reads only the rows of its own call paths, or its own locations of every row, and
/// all of them call the same methods in the same order, and get the same; on one, any threads may. Derived
/// metrics are evaluated, which gives real numbers. Metrics that the report does not have, whose id is
/// invalid, give zeros. So do those without values and programs that cannot be evaluated, which are in
/// `notes`. The type of values says how these are combined further, along the call tree or the system.
class Space {
 public:
  /// Opens the space of a report, which has to stay there, and as it is.
  explicit Space(const report::Report& report);
  /// Opens the space on several ranks, which have the same definitions. `owners` has the rank of each call
  /// path (distribution.h). If it is empty, the locations are divided among the ranks in blocks.
  Space(const report::Report& report, Comm& comm, std::vector<int> owners);

  const report::Report& report() const { return report_; }
  const CallTree& call_tree() const { return call_tree_; }
  /// Returns what of the report is not shown, and why, a line each.
  std::vector<std::string> notes() const;

  /// Returns the metric of this name, also one that an expression defines; invalid if there is none.
  report::MetricId find_metric(const std::string& name) const { return derived_.find(name); }
  report::MetricKind kind_of(report::MetricId metric) const { return derived_.kind(metric); }

  report::Column values(report::MetricId metric, By by, const Question& question) const;
  /// Returns the values of these locations at a call path of this rank, as stored, or calculated before all
  /// sums; null if they are zero. Where `needs_all_ranks` says so, it is collective, and for all locations.
  report::Row row(report::MetricId metric, report::CallPathId path, report::LocationRange which) const;
  /// Returns whether a rank needs the others to find its own rows of a metric.
  bool needs_all_ranks(report::MetricId metric) const;
  /// Returns every call path's value over the locations of a part of the system.
  report::Column by_call_path(report::MetricId metric, Below below, const SystemPart& where = {}) const;
  /// Returns every location's value over all call paths; "excluded" means what the roots have alone.
  report::Column by_location(report::MetricId metric, Below below = Below::included) const;
  /// Returns every location's value at one call path.
  report::Column by_location(report::MetricId metric, report::CallPathId path, Below below) const;

  /// Returns the one value of a call path, or of all, over a part of the system.
  report::Column whole(report::MetricId metric, const Question& question) const;

  // These methods return values as numbers, in the metric's unit.
  double total(report::MetricId metric) const;
  std::vector<double> per_call_path(report::MetricId metric, Below below) const;
  std::vector<double> per_location(report::MetricId metric) const;
  /// Returns the value of every location group (a process or an accelerator).
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
  mutable std::mutex mutex_;  ///< Guards the caches.
  mutable Cache over_locations_;
  mutable Cache over_call_paths_;
};

}  // namespace latecomer::query
