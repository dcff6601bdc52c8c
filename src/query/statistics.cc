// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/statistics.h"

#include <algorithm>
#include <compare>
#include <numeric>

namespace latecomer::query {

namespace {

/// Returns what is this fraction of the way from the first value to the last.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const double beyond = position - static_cast<double>(below);
  if (beyond == 0) return sorted[below];  // The next value may be no number, or there may be none.
  return sorted[below] + beyond * (sorted[below + 1] - sorted[below]);
}

}  // namespace

bool is_less(double a, double b) {
  return std::strong_order(a, b) < 0;
}

Statistics statistics_of(std::vector<double> values) {
  Statistics result{.count = values.size()};
  if (values.empty()) return result;
  result.sum = std::accumulate(values.begin(), values.end(), 0.0);
  result.mean = result.sum / static_cast<double>(values.size());
  for (const double each : values) result.squares += (each - result.mean) * (each - result.mean);
  std::ranges::sort(values, is_less);
  result.minimum = values.front();
  result.first_quartile = quantile(values, 0.25);
  result.median = quantile(values, 0.5);
  result.third_quartile = quantile(values, 0.75);
  result.maximum = values.back();
  return result;
}

}  // namespace latecomer::query
