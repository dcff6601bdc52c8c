// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/root_causes.h"

#include <algorithm>
#include <utility>

#include "query/space.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

void add(std::vector<double>& to, const std::vector<double>& what, double factor) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
}

/// The long-term costs of every kind, by call path.
std::vector<double> long_term_costs(const Space& space) {
  const Report& report = space.report();
  std::vector<double> sum(report.call_paths.size());
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const std::string& id = report.metrics[i].id;
    if (!id.starts_with("delay_") || !id.ends_with("_longterm")) continue;
    add(sum, space.per_call_path(MetricId(i), Below::excluded), 1);
  }
  return sum;
}

}  // namespace

std::vector<RootCause> root_causes(const Space& space) {
  const Report& report = space.report();
  const MetricId delay = report.find_metric("delay");
  if (!delay.valid()) return {};
  const MetricId unattributed = report.find_metric("delay_unattributed");
  std::vector<double> costs = space.per_call_path(delay, Below::excluded);
  if (unattributed.valid()) add(costs, space.per_call_path(unattributed, Below::excluded), -1);
  const std::vector<double> long_term = with_samples_in_gaps(report, long_term_costs(space));
  const std::vector<double> sampled = costs;
  costs = with_samples_in_gaps(report, std::move(costs));

  std::vector<RootCause> causes;
  const double rounding = 1e-12 * space.total(delay);
  for (size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] <= rounding) continue;
    const CallPathId path(i);
    std::vector<double> locations = per_location_with_samples(space, delay, path);
    if (unattributed.valid()) add(locations, per_location_with_samples(space, unattributed, path), -1);
    causes.push_back({path, costs[i], long_term[i], per_group(report, delay, locations),
                      most_sampled_in(space, path, sampled)});
  }
  std::stable_sort(causes.begin(), causes.end(),
                   [](const RootCause& a, const RootCause& b) { return a.seconds > b.seconds; });
  return causes;
}

}  // namespace latecomer::findings
