// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/value_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "cli/open_report.h"

namespace latecomer::cli {

using namespace report;

namespace {

using Kind = DataType::Kind;

/// Returns "-" where there is no extremum yet.
std::string extremum_text(double value, double none) {
  return value == none ? "-" : fmt::format("{:.12g}", value);
}

/// Returns the number of samples, smallest and largest, and their mean and deviation.
std::string samples_text(const std::vector<double>& parts) {
  const double n = parts[0];
  const std::string head =
      fmt::format("({:g},{},{}):", n, extremum_text(parts[1], DBL_MAX), extremum_text(parts[2], -DBL_MAX));
  if (n == 0) return head + "-,-";
  const double mean = parts[3] / n;
  return head + fmt::format("{:g},{:g}", mean, std::sqrt(std::abs(parts[4] / n - mean * mean)));
}

std::string list_text(std::vector<double>::const_iterator begin, std::vector<double>::const_iterator end) {
  std::vector<std::string> numbers;
  for (; begin != end; ++begin) numbers.push_back(fmt::format("{:g}", *begin));
  return fmt::format("({})", fmt::join(numbers, ", "));
}

}  // namespace

std::string value_text(const Column& values, size_t position) {
  const DataType& type = values.type();
  const int unused_bits = 64 - 8 * type.bytes;  // small integers stay small, whatever was subtracted
  if (type.kind == Kind::signed_integer)
    return std::to_string(
        static_cast<int64_t>(static_cast<uint64_t>(values.integers()[position]) << unused_bits) >>
        unused_bits);
  if (type.kind == Kind::unsigned_integer) {
    const uint64_t value = values.naturals()[position];
    const bool is_negative = static_cast<int64_t>(value) < 0;
    return is_negative ? std::to_string(static_cast<int64_t>(value))
                       : std::to_string(value << unused_bits >> unused_bits);
  }
  std::vector<double> parts;
  for (size_t part = 0; part < type.parts; ++part)
    parts.push_back(values.reals()[part * values.size() + position]);
  switch (type.kind) {
    case Kind::minimum:
      return extremum_text(parts[0], DBL_MAX);
    case Kind::maximum:
      return extremum_text(parts[0], -DBL_MAX);
    case Kind::complex:
      return fmt::format("({:g}) +i({:g})", parts[0], parts[1]);
    case Kind::rate:
      return fmt::format("{:.12g}[({:g})/({:g})]", values.number(position), parts[0], parts[1]);
    case Kind::tau_atomic:
      return samples_text(parts);
    case Kind::numbers:
      return list_text(parts.begin(), parts.end());
    case Kind::histogram:
      return fmt::format("{}:{}:{}", extremum_text(parts[0], DBL_MAX),
                         list_text(parts.begin() + 2, parts.end()), extremum_text(parts[1], -DBL_MAX));
    default:
      return fmt::format("{:g}", parts[0]);
  }
}

bool is_integer(const Metric& metric) {
  return data_type_of(metric).is_integer();
}

Result<std::vector<MetricId>> find_metrics(const Report& report, const std::vector<std::string>& wanted) {
  std::vector<MetricId> metrics;
  for (const std::string& name : wanted) {
    if (name != "all") {
      TRY(const MetricId metric, find_metric(report, name));
      metrics.push_back(metric);
      continue;
    }
    for (size_t i = 0; i < report.metrics.size(); ++i)
      if (!report.metrics[i].is_ghost) metrics.emplace_back(i);
  }
  return metrics;
}

Status check_has_region_values(const Report& report, const std::vector<MetricId>& metrics) {
  for (const MetricId metric : metrics) {
    const Metric& each = report.metrics[metric.index()];
    if (each.kind == MetricKind::postderived)
      return Error{
          fmt::format("metric '{}' is calculated from sums, of call paths and not of regions", each.id)};
  }
  return {};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace latecomer::cli
