// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "known_answer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <span>

#include "query/space.h"
#include "report/locations.h"

namespace latecomer::tests {

namespace {

constexpr double kTicksPerSecond = 1e9;

bool is_time(const report::Report& report, report::MetricId metric) {
  return report.metrics[metric.index()].unit == "sec";
}

bool is_cost(const report::Report& report, report::MetricId metric) {
  while (report.metrics[metric.index()].parent.valid()) metric = report.metrics[metric.index()].parent;
  const std::string& root = report.metrics[metric.index()].id;
  return root == "delay" || root.starts_with("waitstates_");
}

/// Nanoseconds or a count.
int64_t whole(double value, bool time) {
  return std::llround(time ? value * kTicksPerSecond : value);
}

/// "rank" or "rank.thread"
std::string location_name(const report::Report& report, size_t location) {
  const report::Location& each = report.locations[location];
  const int64_t rank = report.location_groups[each.group.index()].rank;
  return each.rank == 0 ? fmt::format("{}", rank) : fmt::format("{}.{}", rank, each.rank);
}

void compare(const KnownAnswer::Metric& expected, const report::Report& report, size_t first_location,
             size_t location_count, Comm& comm, std::vector<std::string>& found) {
  const report::MetricId metric = report.find_metric(expected.id);
  if (!metric.valid()) return found.push_back(fmt::format("{}: there is no such metric", expected.id));
  const bool time = is_time(report, metric);
  const auto differ = [&](const std::string& where, int64_t value, const std::string& text,
                          int64_t tolerance) {
    if (std::abs(value - whole(std::strtod(text.c_str(), nullptr), time)) <= tolerance) return;
    found.push_back(fmt::format(
        "{} at {}: {}, but it is {}", expected.id, where,
        time ? fmt::format("{:.9f}", static_cast<double>(value) / kTicksPerSecond) : fmt::format("{}", value),
        text));
  };
  const int64_t all = whole(std::strtod(expected.total.c_str(), nullptr), time);
  const int64_t tolerance = is_cost(report, metric) ? 1 + all / 1'000'000'000 : 0;
  const std::vector<double> values = query::Space(report).per_location(metric);
  int64_t total[] = {0};
  for (size_t l = first_location; l < first_location + location_count; ++l) {
    total[0] += whole(values[l], time);
    if (expected.locations.empty()) continue;
    const std::string name = location_name(report, l);
    const auto line = expected.locations.find(name);
    differ(name, whole(values[l], time), line == expected.locations.end() ? "0" : line->second, tolerance);
  }
  comm.sum(total);
  // Every location's costs were rounded.
  const auto roundings = static_cast<int64_t>(report.locations.size());
  differ("*", total[0], expected.total, tolerance > 0 ? tolerance + roundings : 0);
}

}  // namespace

Result<KnownAnswer> read_answer(const std::string& path) {
  std::ifstream in(path);
  if (!in) return Error{fmt::format("{}: cannot be read", path)};
  KnownAnswer answer;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const size_t first = line.find('\t');
    const size_t second = line.find('\t', first + 1);
    if (second == std::string::npos)
      return Error{fmt::format("{}: not METRIC, LOCATION, VALUE: {}", path, line)};
    const std::string metric = line.substr(0, first);
    const std::string location = line.substr(first + 1, second - first - 1);
    const std::string value = line.substr(second + 1);
    if (location == "*")
      answer.metrics.push_back({metric, value, {}});
    else if (answer.metrics.empty() || answer.metrics.back().id != metric)
      return Error{fmt::format("{}: {} has no total before its locations", path, metric)};
    else
      answer.metrics.back().locations[location] = value;
  }
  return answer;
}

std::vector<std::string> differences(const KnownAnswer& answer, const report::ReportShare& share,
                                     Comm& comm) {
  std::vector<std::string> found;
  const report::Report report = report::with_own_values(share);
  for (const KnownAnswer::Metric& metric : answer.metrics)
    compare(metric, report, share.first_location, share.location_count, comm, found);
  for (const auto& [name, value] : report.attributes) {
    if (name.starts_with("latecomer.anomaly.")) found.push_back(fmt::format("{}: {}", name, value));
  }
  return found;
}

}  // namespace latecomer::tests
