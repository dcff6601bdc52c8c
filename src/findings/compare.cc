// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file finds which differences between two groups of runs are more than noise.
//
// The runs of a program differ by themselves. With n runs whose standard deviation is s, their mean is known
// up to a standard error of s / sqrt(n), and the difference of two means up to
//
//     e = sqrt(s1^2 / n1 + s2^2 / n2)
//
// (no assumption that both sides spread alike). A difference of more than 2 e would come about by chance in
// one of twenty comparisons of the same program, and more often with very few runs, whose deviation is itself
// uncertain. As there are many call paths, some will be marked by chance; the larger ones hardly.

#include "findings/compare.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "findings/align.h"
#include "findings/wait_states.h"
#include "query/residue.h"
#include "query/statistics.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

Sample sample_of(std::span<const double> runs) {
  const Statistics found = statistics_of({runs.begin(), runs.end()});
  return {.runs = found.count, .mean = found.mean, .deviation = std::sqrt(found.sample_variance())};
}

bool Difference::is_there() const {
  return absolute() != 0 && std::isfinite(absolute());
}

std::optional<double> Difference::relative() const {
  return base.mean == 0 ? std::nullopt : std::optional(absolute() / std::abs(base.mean));
}

std::optional<bool> Difference::is_significant() const {
  if (base.runs < 2 || other.runs < 2) return std::nullopt;
  const auto squared_error = [](const Sample& sample) {
    return sample.deviation * sample.deviation / static_cast<double>(sample.runs);
  };
  return std::abs(absolute()) > kErrors * std::sqrt(squared_error(base) + squared_error(other));
}

namespace {

/// Holds the values of all runs, those of the base first.
struct Runs {
  size_t base = 0;  ///< Counts the runs of the base.
  std::vector<const Space*> all;

  Difference difference(std::span<const double> values) const {
    return {sample_of(values.first(base)), sample_of(values.subspan(base))};
  }
};

/// Returns the metric of this id in each run; nothing where a run does not have it.
std::optional<std::vector<MetricId>> in_all(const Runs& runs, const Metric& metric) {
  std::vector<MetricId> ids;
  for (const Space* space : runs.all) {
    const Report& report = space->report();
    ids.push_back(report.find_metric(metric.id));
    if (!ids.back().valid()) return std::nullopt;
    const Metric& there = report.metrics[ids.back().index()];
    if (there.unit != metric.unit) return std::nullopt;
  }
  return ids;
}

MetricDifference compare_totals(const Runs& runs, const Metric& metric, const std::vector<MetricId>& ids) {
  std::vector<double> totals;
  for (size_t run = 0; run < ids.size(); ++run) {
    const Space& space = *runs.all[run];
    totals.push_back(total_is_residue(space, ids[run]) ? 0 : space.total(ids[run]));
  }
  return {metric.id, metric.name, metric.unit, runs.difference(totals)};
}

std::vector<const Report*> reports_of(const Runs& runs) {
  std::vector<const Report*> reports;
  for (const Space* space : runs.all) reports.push_back(&space->report());
  return reports;
}

/// Returns values of call paths without those below; 0 where only rounding is left of a value with them.
std::vector<double> own_values(const Space& space, MetricId metric) {
  constexpr double kRounding = 1e-12;
  std::vector<double> own = space.per_call_path(metric, Below::excluded);
  if (space.kind_of(metric) != MetricKind::inclusive) return own;
  const std::vector<double> with_below = space.per_call_path(metric, Below::included);
  for (size_t i = 0; i < own.size(); ++i)
    if (std::abs(own[i]) < kRounding * std::abs(with_below[i])) own[i] = 0;
  return own;
}

/// Returns the call paths at which the metric differs, the largest differences first.
std::vector<CallPathDifference> compare_call_paths(const Runs& runs, const AlignedTree& paths, size_t metric,
                                                   const std::vector<MetricId>& ids) {
  std::map<size_t, std::vector<double>> values;  // These are by row.
  for (size_t run = 0; run < ids.size(); ++run) {
    const std::vector<double> own = own_values(*runs.all[run], ids[run]);
    for (size_t i = 0; i < own.size(); ++i) {
      if (own[i] == 0) continue;
      std::vector<double>& of_path = values[paths.row_of[run][i]];
      of_path.resize(ids.size());
      of_path[run] += own[i];
    }
  }
  std::vector<CallPathDifference> found;
  for (const auto& [row, of_path] : values) {
    const Difference difference = runs.difference(of_path);
    if (!difference.is_there()) continue;
    const AlignedTree::Row& where = paths.rows[row];
    const Report& report = runs.all[where.report]->report();
    found.push_back({metric, report.path_name(CallPathId(where.position)), difference});
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return std::pair(-std::abs(a.own.absolute()), a.path) < std::pair(-std::abs(b.own.absolute()), b.path);
  });
  return found;
}

/// Returns the ids of the outermost metrics of waiting time in some run.
std::set<std::string> ids_of_waits(const Runs& runs) {
  std::set<std::string> ids;
  for (const Report* report : reports_of(runs))
    for (const MetricId wait : outermost_waits(*report)) ids.insert(report->metrics[wait.index()].id);
  return ids;
}

/// Returns the ids of metrics that were measured somewhere and are not among those compared.
std::vector<std::string> left_out(const Runs& runs, const Comparison& comparison) {
  std::set<std::string> ids;
  for (const Space* space : runs.all) {
    for (const Metric& metric : space->report().metrics) ids.insert(metric.id);
  }
  for (const MetricDifference& metric : comparison.metrics) ids.erase(metric.id);
  return {ids.begin(), ids.end()};
}

}  // namespace

Comparison compare(Spaces base, Spaces other, size_t most_call_paths) {
  Runs runs{base.size(), {base.begin(), base.end()}};
  runs.all.insert(runs.all.end(), other.begin(), other.end());
  const AlignedTree paths = align_call_paths(reports_of(runs));
  const std::set<std::string> waits = ids_of_waits(runs);
  Comparison comparison;
  for (const Metric& metric : runs.all.front()->report().metrics) {
    const std::optional<std::vector<MetricId>> ids = in_all(runs, metric);
    if (!ids) continue;
    std::vector<CallPathDifference> found = compare_call_paths(runs, paths, comparison.metrics.size(), *ids);
    if (found.size() > most_call_paths) found.resize(most_call_paths);
    std::ranges::move(found, std::back_inserter(comparison.call_paths));
    comparison.metrics.push_back(compare_totals(runs, metric, *ids));
    comparison.metrics.back().is_wait = waits.contains(metric.id);
  }
  comparison.not_compared = left_out(runs, comparison);
  return comparison;
}

}  // namespace latecomer::findings
