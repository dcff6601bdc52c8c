// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file combines values over call paths and locations, of rows that may be many and large.
//
// The problem: a value with what is below it is a sum over a subtree of the call tree and over a part of the
// system, and a user asks for it at every call path at once, or at every location.
//
// The idea: first over locations, row by row, which leaves one value for each call path; then up the tree,
// which is one pass over these. The other way round for the locations' values. No value is computed by going
// down the tree again, and no row is looked at twice for the same sum.
//
//     rows        over locations      up the tree
//     main   1 2       3                 3 + 30 + 300 = 333
//     solve 10 20     30                    30 + 300 = 330
//     send 100 200   300                         300
//
// On several ranks each does the first step for its own rows, and the ranks exchange what is left: one value
// for each call path, or one for each location.
//
// Cost: O(values in rows) for the first question about a metric, O(call paths) for what follows from it.

#include "query/space.h"

#include <algorithm>
#include <utility>

#include "query/metric_environment.h"
#include "report/locations.h"

namespace latecomer::query {

using namespace report;

namespace {

/// Returns the same values, combined in another way from here on.
Column as(const DataType& type, Column values) {
  return values.type() == type ? std::move(values) : Column::of_numbers(type, values.numbers());
}

DataType type_of(const Report& report, MetricId metric) {
  return metric.valid() ? data_type_of(report.metrics[metric.index()]) : DataType();
}

/// Adds to every call path's value those of the call paths below it.
Column with_below(const std::vector<CallPath>& call_paths, Column values) {
  for (size_t i = call_paths.size(); i-- > 0;) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) values.add(parent.index(), values, i);
  }
  return values;
}

/// Takes from every call path's value those of its children, which contain what is below them.
Column without_below(const std::vector<CallPath>& call_paths, const Column& values) {
  Column result = values;
  for (size_t i = 0; i < call_paths.size(); ++i) {
    const CallPathId parent = call_paths[i].parent;
    if (parent.valid()) result.subtract(parent.index(), values, i);
  }
  return result;
}

}  // namespace

Space::Space(const Report& report)
    : report_(report),
      serial_(serial_comm()),
      sums_(report, *serial_, {}),
      call_tree_(report.call_paths),
      derived_(report) {
  initialize();
}

Space::Space(const Report& report, Comm& comm, std::vector<int> owners)
    : report_(report),
      sums_(report, comm, std::move(owners)),
      call_tree_(report.call_paths),
      derived_(report) {
  initialize();
}

void Space::initialize() {
  MetricEnvironment once(*this, MetricId(), By::nothing, {}, {});
  derived_.initialize(once);
}

std::vector<std::string> Space::notes() const {
  std::vector<std::string> notes = report_.notes;
  for (std::string& each : derived_.notes()) notes.push_back(std::move(each));
  return notes;
}

DataType Space::over_locations(MetricId metric) const {
  return derived_.is_derived(metric) ? derived_.over_locations(metric) : type_of(report_, metric);
}

DataType Space::over_call_paths(MetricId metric) const {
  return derived_.is_derived(metric) ? derived_.over_call_paths(metric) : type_of(report_, metric);
}

DataType Space::type_of_differences(MetricId metric) const {
  return derived_.is_derived(metric) ? DataType() : over_call_paths(metric);
}

bool Space::has_inclusive_rows(MetricId metric) const {
  const MetricKind kind = kind_of(metric);
  return kind == MetricKind::inclusive || kind == MetricKind::prederived_inclusive;
}

bool Space::is_postderived(MetricId metric) const {
  return kind_of(metric) == MetricKind::postderived;
}

bool Space::needs_all_ranks(MetricId metric) const {
  return derived_.is_derived(metric) && derived_.looks_elsewhere(metric);
}

RowsOfMetric Space::rows_of(MetricId metric, DataType type) const {
  RowsOfMetric rows{
      .type = type, .needs_all_ranks = needs_all_ranks(metric), .is_calculated = derived_.is_derived(metric)};
  rows.row = [this, metric, type](CallPathId path, LocationRange which) {
    Row values = row(metric, path, which);
    const bool is_as_wanted = values == nullptr || values->type() == type;
    return is_as_wanted ? values : std::make_shared<const Column>(as(type, *values));
  };
  return rows;
}

Column Space::evaluated(MetricId metric, By by, const Question& question) const {
  return evaluated(metric, by, question, {0, report_.locations.size()});
}

Column Space::evaluated(MetricId metric, By by, const Question& question, LocationRange locations) const {
  MetricEnvironment environment(*this, metric, by, question, locations);
  return Column::of_numbers(DataType(), derived_.evaluate(metric, environment));
}

Row Space::row(MetricId metric, CallPathId path, LocationRange which) const {
  if (!metric.valid()) return nullptr;
  if (!derived_.is_derived(metric)) return report_.column(metric, path, which);
  const Below below = has_inclusive_rows(metric) ? Below::included : Below::excluded;
  return std::make_shared<const Column>(
      evaluated(metric, By::location, {.path = path, .below = below}, which));
}

Space::ColumnPtr Space::cached(Cache& cache, MetricId metric, const std::function<Column()>& compute) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = cache.find(metric);
    if (found != cache.end()) return found->second;
  }
  const ColumnPtr computed = std::make_shared<const Column>(compute());
  const std::lock_guard lock(mutex_);
  return cache.emplace(metric, computed).first->second;
}

Column Space::values(MetricId metric, By by, const Question& question) const {
  if (is_postderived(metric)) return evaluated(metric, by, question);
  if (by == By::call_path) return by_call_path(metric, question.below, question.where);
  if (by == By::nothing) return whole(metric, question);
  const Column values = question.path ? by_location(metric, *question.path, question.below)
                                      : by_location(metric, question.below);
  return by == By::group ? by_group(report_, values) : values;
}

Column Space::by_call_path(MetricId metric, Below below, const SystemPart& where) const {
  if (is_postderived(metric)) return evaluated(metric, By::call_path, {.below = below, .where = where});
  ColumnPtr stored;
  if (std::holds_alternative<std::monostate>(where)) {
    stored = cached(over_locations_, metric, [&] {
      return as(over_call_paths(metric), sums_.over_locations(rows_of(metric, over_locations(metric)), {}));
    });
  } else {
    const std::vector<size_t> locations = locations_in(report_, where);
    stored = std::make_shared<const Column>(as(
        over_call_paths(metric), sums_.over_locations(rows_of(metric, over_locations(metric)), locations)));
  }
  const bool is_included = has_inclusive_rows(metric);
  if (is_included == (below == Below::included)) return *stored;
  if (!is_included) return with_below(report_.call_paths, *stored);
  return as(stored->type(), without_below(report_.call_paths, as(type_of_differences(metric), *stored)));
}

Column Space::by_location(MetricId metric, Below below) const {
  if (is_postderived(metric)) return evaluated(metric, By::location, {.below = below});
  if (below == Below::excluded) return without_children(metric, call_tree_.roots());
  return *cached(over_call_paths_, metric, [&] {
    return along_call_tree(metric, has_inclusive_rows(metric) ? call_tree_.roots() : call_tree_.all());
  });
}

Column Space::by_location(MetricId metric, CallPathId path, Below below) const {
  if (is_postderived(metric)) return evaluated(metric, By::location, {.path = path, .below = below});
  const std::span<const CallPathId> self(&path, 1);
  if (below == Below::excluded) return without_children(metric, self);
  return along_call_tree(metric, has_inclusive_rows(metric) ? self : call_tree_.subtree(path));
}

/// Returns every location's value over these call paths.
Column Space::along_call_tree(MetricId metric, std::span<const CallPathId> paths) const {
  return as(over_locations(metric), sums_.over_call_paths(rows_of(metric, over_call_paths(metric)), paths));
}

/// Returns every location's value over these call paths without those below them.
Column Space::without_children(MetricId metric, std::span<const CallPathId> paths) const {
  const Column own = along_call_tree(metric, paths);
  if (!has_inclusive_rows(metric)) return own;
  std::vector<CallPathId> children;
  for (const CallPathId path : paths)
    children.insert(children.end(), call_tree_.children(path).begin(), call_tree_.children(path).end());
  Column values = as(type_of_differences(metric), own);
  if (!children.empty()) values.subtract(as(values.type(), along_call_tree(metric, children)));
  return as(own.type(), values);
}

Column Space::whole(MetricId metric, const Question& question) const {
  if (is_postderived(metric)) return evaluated(metric, By::nothing, question);
  const Column values = by_call_path(metric, question.below, question.where);
  std::vector<size_t> positions;
  if (question.path)
    positions.push_back(question.path->index());
  else
    for (const CallPathId root : call_tree_.roots()) positions.push_back(root.index());
  return values.combined(positions);
}

double Space::total(MetricId metric) const {
  return whole(metric, {}).number(0);
}

std::vector<double> Space::per_call_path(MetricId metric, Below below) const {
  return by_call_path(metric, below).numbers();
}

std::vector<double> Space::per_location(MetricId metric) const {
  return by_location(metric).numbers();
}

std::vector<double> Space::per_group(MetricId metric) const {
  return values(metric, By::group, {}).numbers();
}

std::vector<double> Space::per_location(MetricId metric, CallPathId path, Below below) const {
  return by_location(metric, path, below).numbers();
}

}  // namespace latecomer::query
