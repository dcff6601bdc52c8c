// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/show_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "findings/value_cells.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Writes the number of a line; empty where it is not known.
std::string line_number(int64_t line) {
  return line < 0 ? "" : fmt::to_string(line);
}

/// Writes a number with all digits that it takes to read the same number again.
std::string number(const Column& values, size_t position) {
  switch (values.type().kind) {
    case DataType::Kind::signed_integer:
      return fmt::to_string(values.integers()[position]);
    case DataType::Kind::unsigned_integer:
      return fmt::to_string(static_cast<int64_t>(values.naturals()[position]));
    default:
      break;
  }
  return fmt::format("{}", values.number(position));
}

std::vector<MetricId> metrics_of(const Report& report, MetricId only) {
  if (only.valid()) return {only};
  std::vector<MetricId> metrics;
  for (size_t i = 0; i < report.metrics.size(); ++i) metrics.emplace_back(i);
  return metrics;
}

constexpr std::string_view kCallPathHeader = "call_path,parent,region,file,line,call_file,call_line";

std::string header(const Report& report, const std::vector<MetricId>& metrics) {
  std::string line = fmt::format("{},location,rank,thread", kCallPathHeader);
  for (const MetricId metric : metrics) line += ',' + csv_field(report.metrics[metric.index()].id);
  return line + '\n';
}

std::string call_path_fields(const Report& report, CallPathId path) {
  const CallPath& each = report.call_paths[path.index()];
  const Region& region = report.regions[each.region.index()];
  return fmt::format("{},{},{},{},{},{},{}", path.index(),
                     each.parent.valid() ? fmt::to_string(each.parent.index()) : "", csv_field(region.name),
                     csv_field(region.module), line_number(region.begin_line), csv_field(each.call_file),
                     line_number(each.call_line));
}

std::string location_fields(const Report& report, size_t location) {
  const Location& each = report.locations[location];
  return fmt::format(",{},{},{}", location, report.location_groups[each.group.index()].rank, each.rank);
}

/// Holds the values of a call path, by metric; nothing where all are zero.
using Columns = std::vector<std::optional<Column>>;

Columns columns_of(const Space& space, CallPathId path, const std::vector<MetricId>& metrics, Below below,
                   const std::set<RowKey>& cells) {
  Columns columns;
  for (const MetricId metric : metrics)
    columns.push_back(cells.contains({metric, path}) ? std::optional(space.by_location(metric, path, below))
                                                     : std::nullopt);
  return columns;
}

bool has_values(const Columns& columns, size_t location) {
  return std::any_of(columns.begin(), columns.end(), [&](const std::optional<Column>& column) {
    return column && column->number(location) != 0;
  });
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

void write_call_paths(const Report& report, const TextTaker& take) {
  TextPieces text(take);
  text.add(fmt::format("{}\n", kCallPathHeader));
  for (size_t i = 0; i < report.call_paths.size(); ++i)
    text.add(call_path_fields(report, CallPathId(i)) + '\n');
  text.finish();
}

void write_csv(const Space& space, MetricId only, Below below, const TextTaker& take) {
  const Report& report = space.report();
  const std::vector<MetricId> metrics = metrics_of(report, only);
  const std::set<RowKey> cells = cells_with_values(report, below);
  TextPieces text(take);
  text.add(header(report, metrics));
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const Columns columns = columns_of(space, CallPathId(i), metrics, below, cells);
    const std::string begin = call_path_fields(report, CallPathId(i));
    for (size_t location = 0; location < report.locations.size(); ++location) {
      if (!has_values(columns, location)) continue;
      std::string line = begin + location_fields(report, location);
      for (const std::optional<Column>& column : columns)
        line += ',' + (column ? number(*column, location) : "0");
      text.add(line + '\n');
    }
  }
  text.finish();
}

}  // namespace latecomer::findings
