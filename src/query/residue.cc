// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/residue.h"

#include <cmath>
#include <vector>

namespace latecomer::query {

namespace {

double magnitude(const std::vector<double>& values) {
  double sum = 0;
  for (const double each : values) sum += std::abs(each);
  return sum;
}

}  // namespace

bool total_is_residue(const Space& space, report::MetricId metric) {
  constexpr double kRounding = 1e-9;
  if (!is_sum(space.report().metrics[metric.index()])) return false;
  const double whole = std::abs(space.total(metric));
  return whole < kRounding * magnitude(space.per_call_path(metric, Below::excluded)) ||
         whole < kRounding * magnitude(space.per_location(metric));
}

}  // namespace latecomer::query
