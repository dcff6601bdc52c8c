// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "cli/open_report.h"
#include "cli/report_views.h"
#include "cli/value_text.h"
#include "report/locations.h"
#include "report/tree.h"
#include "text/text.h"

namespace latecomer::cli {

using namespace query;
using namespace report;
using namespace text;

namespace {

/// Is a column beside the call tree.
struct Beside {
  std::string title;
  std::vector<std::string> texts;  ///< Has a text for each call path.
};

/// Returns the part of the system that "2" and "2.1" mean: a process, or one of its threads.
Result<SystemPart> find_part(const Report& report, const std::string& text) {
  if (text.empty()) return SystemPart();
  const size_t point = text.find('.');
  const std::optional<int64_t> rank = parse_number<int64_t>(text.substr(0, point));
  const std::optional<int64_t> thread =
      point == std::string::npos ? std::nullopt : parse_number<int64_t>(text.substr(point + 1));
  for (size_t g = 0; g < report.location_groups.size() && rank; ++g) {
    if (report.location_groups[g].rank != *rank || !is_process(report.location_groups[g])) continue;
    if (point == std::string::npos) return SystemPart(LocationGroupId(g));
    for (size_t l = 0; l < report.locations.size(); ++l)
      if (report.locations[l].group.index() == g && thread == report.locations[l].rank)
        return SystemPart(LocationId(l));
  }
  return Error{fmt::format("the report has no process or thread '{}'; write RANK or RANK.THREAD", text)};
}

/// Returns the column for "time", "time:excl" or "time:excl:2.1".
Result<Beside> metric_column(const Space& space, const std::string& wanted) {
  const Report& report = space.report();
  const size_t colon = std::min(wanted.find(':'), wanted.size());
  const std::string rest = colon < wanted.size() ? wanted.substr(colon + 1) : "";
  const size_t second = std::min(rest.find(':'), rest.size());
  const std::string how = rest.substr(0, second);
  const std::string where = second < rest.size() ? rest.substr(second + 1) : "";
  if (!how.empty() && how != "incl" && how != "excl")
    return Error{fmt::format("'{}' is neither incl nor excl", how)};
  TRY(const std::vector<MetricId> metrics, find_metrics(report, {wanted.substr(0, colon)}));
  TRY(const SystemPart part, find_part(report, where));
  const Below below = how == "excl" ? Below::excluded : Below::included;
  const Metric& metric = report.metrics[metrics.front().index()];
  const std::vector<double> values = space.by_call_path(metrics.front(), below, part).numbers();
  Beside column;
  column.title =
      metric.name + (how == "excl" ? " (E)" : "") + (where.empty() ? "" : fmt::format(" ({})", where));
  const double largest = values.empty() ? 0 : std::ranges::max(values);
  const int digits = is_integer(metric) ? 0 : decimals(largest);
  for (const double value : values) column.texts.push_back(fmt::format("{:.{}f}", value, digits));
  return column;
}

/// Counts how many threads were in each call path.
Result<Beside> visitors(const Space& space) {
  TRY(const MetricId visits, find_metric(space.report(), "visits"));
  Beside column;
  column.title = "Visitors";
  for (size_t i = 0; i < space.report().call_paths.size(); ++i) {
    const std::vector<double> values = space.per_location(visits, CallPathId(i), Below::excluded);
    column.texts.push_back(std::to_string(std::ranges::count_if(values, [](double n) { return n >= 1; })));
  }
  return column;
}

std::string basics(const Space& space) {
  const Report& report = space.report();
  std::set<SystemNodeId> nodes;  // those that have processes
  for (const LocationGroup& group : report.location_groups)
    if (is_process(group)) nodes.insert(group.parent);
  const MetricId time = report.find_metric("time");
  std::string text = fmt::format("Number of nodes    : {}\n", nodes.size());
  text += fmt::format("Number of processes: {}\n", count_processes(report));
  text += fmt::format("Number of threads  : {}\n", count_threads(report));
  text += fmt::format("Number of metrics  : {}\n", report.metrics.size());
  text += fmt::format("Number of regions  : {}\n", report.regions.size());
  text += fmt::format("Call paths         : {}\n", report.call_paths.size());
  if (time.valid()) {
    text += fmt::format("Wallclock time     : {:g}\n", std::ranges::max(space.per_location(time)));
    text += fmt::format("Time of all threads: {:g}\n", space.total(time));
  }
  for (const auto& [key, value] : report.attributes) text += fmt::format("{:<19}: {}\n", key, value);
  return text;
}

/// Returns the call tree with columns before it.
std::string tree(const Report& report, const std::vector<Beside>& columns) {
  constexpr size_t kWidth = 15;
  const auto right = [](const std::string& text) {
    return "| " + std::string(length_of(text) < kWidth ? kWidth - length_of(text) : 0, ' ') + text + " ";
  };
  std::string text;
  for (const Beside& column : columns) text += right(column.title);
  text += (columns.empty() ? "Call tree\n" : "| Call tree\n");
  const std::vector<size_t> level = levels(report.call_paths);
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    for (const Beside& column : columns) text += right(column.texts[i]);
    if (!columns.empty()) text += "| ";
    for (size_t l = 0; l < std::min(level[i], kMostLevels); ++l) text += " | ";
    text += " * " + report.regions[report.call_paths[i].region.index()].name + '\n';
  }
  return text;
}

}  // namespace

Result<std::string> info_text(const InfoOptions& options, const Space& space) {
  const Report& report = space.report();
  if (options.basics) return basics(space);
  if (options.list) {
    std::string text;
    for (const Metric& metric : report.metrics)
      if (!metric.is_ghost) text += metric.id + '\n';
    return text;
  }
  std::vector<std::string> metrics;
  if (options.time) metrics.emplace_back("time");
  if (options.visits) metrics.emplace_back("visits:excl");
  metrics.insert(metrics.end(), options.metrics.begin(), options.metrics.end());
  std::vector<Beside> columns;
  for (const std::string& metric : metrics) {
    TRY(Beside column, metric_column(space, metric));
    columns.push_back(std::move(column));
  }
  if (options.visitors) {
    TRY(Beside column, visitors(space));
    columns.push_back(std::move(column));
  }
  return tree(report, columns);
}

}  // namespace latecomer::cli
