// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/parse_number.h"
#include "cli/report_views.h"
#include "cli/value_text.h"
#include "query/regions.h"
#include "query/statistics.h"
#include "report/path_names.h"
#include "text/table.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace query;
using namespace report;
using namespace text;

namespace {

/// Prints lines of cells, separated by commas, or in columns, of which the first `names` have names.
std::string text_of(const std::vector<Cells>& lines, bool pretty, size_t names) {
  if (pretty) return fitted_table(lines, [&](size_t, size_t column) { return column < names; });
  std::string text;
  for (const Cells& line : lines) text += fmt::format("{}\n", fmt::join(line, ","));
  return text;
}

/// Returns the call paths of these regions, by name or mangled name; of no region: the roots.
Result<std::vector<CallPathId>> find_call_paths(const Report& report,
                                                const std::vector<std::string>& wanted) {
  std::vector<CallPathId> found;
  for (size_t i = 0; wanted.empty() && i < report.call_paths.size(); ++i)
    if (!report.call_paths[i].parent.valid()) found.emplace_back(i);
  for (const std::string& name : wanted) {
    const size_t before = found.size();
    for (size_t i = 0; i < report.call_paths.size(); ++i) {
      const Region& region = report.regions[report.call_paths[i].region.index()];
      if (region.name == name || region.mangled_name == name) found.emplace_back(i);
    }
    if (found.size() == before)
      return Error{fmt::format(
          "the report has no call path of a region '{}'; latecomer report calltree prints them", name)};
  }
  return found;
}

Result<std::vector<MetricId>> find_metrics_or_time(const Report& report,
                                                   const std::vector<std::string>& wanted) {
  if (!wanted.empty()) return find_metrics(report, wanted);
  const MetricId time = report.find_metric("time");
  return std::vector<MetricId>{time.valid() ? time : MetricId(0)};
}

class Stat {
 public:
  Stat(const StatOptions& options, const Space& space)
      : options_(options), space_(space), tree_(space.call_tree()) {}

  /// Returns the value of each metric at each call path and at those right below it.
  std::string sums(const std::vector<MetricId>& metrics, const std::vector<CallPathId>& paths) const;
  /// Returns the values that `sums` does, each with its distribution over threads.
  std::string distributions(const std::vector<MetricId>& metrics, const std::vector<CallPathId>& paths) const;
  /// Returns the regions with the largest times of their own.
  Result<std::string> flat_profile(const std::vector<MetricId>& metrics, size_t most) const;

 private:
  /// Returns integers with all digits, other values in columns with six behind the point, and else with six
  /// significant ones, as cube_stat prints them.
  std::string text(double value, MetricId metric, bool may_be_integer = true) const {
    if (may_be_integer && is_integer(space_.report().metrics[metric.index()]))
      return fmt::format("{:.0f}", value);
    return options_.pretty ? fmt::format("{:.6f}", value) : fmt::format("{:#.6g}", value);
  }
  Cells distribution(MetricId metric, const std::string& name, CallPathId path, Below below) const;
  std::string indent() const { return options_.pretty ? "  " : ""; }
  const std::string& name(CallPathId path) const { return region_name(space_.report(), path); }
  std::vector<double> by_region(MetricId metric, Below below) const;

  const StatOptions& options_;
  const Space& space_;
  const CallTree& tree_;
};

std::string Stat::sums(const std::vector<MetricId>& metrics, const std::vector<CallPathId>& paths) const {
  Cells head = {"Routine"};
  std::vector<std::vector<double>> inclusive;
  std::vector<std::vector<double>> exclusive;
  for (const MetricId metric : metrics) {
    head.push_back(space_.report().metrics[metric.index()].id);
    inclusive.push_back(space_.per_call_path(metric, Below::included));
    exclusive.push_back(space_.per_call_path(metric, Below::excluded));
  }
  const auto line = [&](const std::string& name, const std::vector<std::vector<double>>& values,
                        CallPathId path) {
    Cells cells = {name};
    for (size_t m = 0; m < metrics.size(); ++m) cells.push_back(text(values[m][path.index()], metrics[m]));
    return cells;
  };
  std::vector<Cells> table = {head};
  for (const CallPathId path : paths) {
    table.push_back(line(fmt::format("INCL({})", name(path)), inclusive, path));
    table.push_back(line(indent() + fmt::format("EXCL({})", name(path)), exclusive, path));
    for (const CallPathId child : tree_.children(path))
      table.push_back(line(indent() + name(child), inclusive, child));
    table.emplace_back();
  }
  return text_of(table, options_.pretty, 1);
}

Cells Stat::distribution(MetricId metric, const std::string& name, CallPathId path, Below below) const {
  constexpr size_t kEnoughForVariance = 2;
  constexpr size_t kEnoughForQuartiles = 5;
  const Statistics found = statistics_of(space_.per_location(metric, path, below));
  const auto text_of_enough = [&](size_t enough, double value) {
    return found.count >= enough ? text(value, metric, false) : "";
  };
  return {space_.report().metrics[metric.index()].id,
          name,
          std::to_string(found.count),
          text(found.sum, metric),
          text(found.mean, metric, false),
          text_of_enough(kEnoughForVariance, found.sample_variance()),
          text(found.minimum, metric),
          text_of_enough(kEnoughForQuartiles, found.first_quartile),
          text(found.median, metric, false),
          text_of_enough(kEnoughForQuartiles, found.third_quartile),
          text(found.maximum, metric)};
}

std::string Stat::distributions(const std::vector<MetricId>& metrics,
                                const std::vector<CallPathId>& paths) const {
  std::vector<Cells> table = {{"Metric", "Routine", "Count", "Sum", "Mean", "Variance", "Minimum",
                               "Quartile 25", "Median", "Quartile 75", "Maximum"}};
  const auto with_kind = [&](CallPathId path) {
    return fmt::format("{}({})", tree_.children(path).empty() ? "LEAF" : "INCL", name(path));
  };
  for (const MetricId metric : metrics) {
    for (const CallPathId path : paths) {
      table.push_back(distribution(metric, with_kind(path), path, Below::included));
      if (tree_.children(path).empty()) continue;
      table.push_back(
          distribution(metric, indent() + fmt::format("EXCL({})", name(path)), path, Below::excluded));
      for (const CallPathId child : tree_.children(path))
        table.push_back(distribution(metric, indent() + with_kind(child), child, Below::included));
      table.emplace_back();
    }
  }
  return text_of(table, options_.pretty, 2);
}

std::vector<double> Stat::by_region(MetricId metric, Below below) const {
  const Report& report = space_.report();
  const std::vector<double> values = space_.per_call_path(metric, below);
  std::vector<double> sums;
  for (const std::vector<CallPathId>& paths : call_paths_of_regions(report, tree_, tree_.all(), below)) {
    double sum = 0;
    for (const CallPathId path : paths) sum += values[path.index()];
    sums.push_back(sum);
  }
  return sums;
}

Result<std::string> Stat::flat_profile(const std::vector<MetricId>& metrics, size_t most) const {
  const Report& report = space_.report();
  const MetricId time = report.find_metric("time");
  const MetricId visits = report.find_metric("visits");
  if (!time.valid() || !visits.valid()) return Error{"a flat profile needs the metrics 'time' and 'visits'"};
  std::vector<MetricId> columns = {visits, time, time};
  columns.insert(columns.end(), metrics.begin(), metrics.end());
  Cells head = {"Region", "Number of Calls", "Exclusive Time", "Inclusive Time"};
  std::vector<std::vector<double>> values;
  for (size_t i = 0; i < columns.size(); ++i) {
    values.push_back(by_region(columns[i], i == 2 ? Below::included : Below::excluded));
    if (i > 2) head.push_back(report.metrics[columns[i].index()].id);
  }
  std::vector<size_t> order(report.regions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t region) { return values[1][region]; });
  std::vector<Cells> table = {head};
  for (size_t i = 0; i < order.size() && i < most; ++i) {
    if (values[0][order[i]] == 0 && values[1][order[i]] == 0) continue;
    const std::string& name = report.regions[order[i]].name;
    Cells cells = {options_.pretty ? name : '"' + name + '"'};
    for (size_t c = 0; c < columns.size(); ++c) cells.push_back(text(values[c][order[i]], columns[c]));
    table.push_back(cells);
  }
  return text_of(table, options_.pretty, 1);
}

}  // namespace

Result<std::string> stat_text(const StatOptions& options, const Space& space) {
  const Report& report = space.report();
  const Stat stat(options, space);
  if (!options.top.empty()) {
    TRY(const std::vector<MetricId> metrics, find_metrics(report, options.metrics));
    TRY_STATUS(check_has_region_values(report, metrics));
    const bool is_all = options.top == "all" || options.top == "inf" || options.top == "unlimited" ||
                        options.top == "infinite";
    const std::optional<size_t> number = parse_number<size_t>(options.top);
    if (!is_all && !number)
      return Error{fmt::format("'{}' is no number of regions; for all of them, say all", options.top)};
    return stat.flat_profile(metrics, is_all ? report.regions.size() : *number);
  }
  TRY(const std::vector<MetricId> metrics, find_metrics_or_time(report, options.metrics));
  TRY(const std::vector<CallPathId> paths, find_call_paths(report, options.regions));
  return options.over_threads ? stat.distributions(metrics, paths) : stat.sums(metrics, paths);
}

}  // namespace latecomer::cli
