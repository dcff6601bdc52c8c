// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/root_causes.h"

#include <algorithm>
#include <utility>

#include "findings/remedies.h"
#include "findings/sums.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Returns the long-term costs of every kind, by call path.
std::vector<double> long_term_costs(const Space& space) {
  const Report& report = space.report();
  std::vector<double> sum(report.call_paths.size());
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    const std::string& id = report.metrics[i].id;
    if (!id.starts_with("delay_") || !id.ends_with("_longterm")) continue;
    add_values(sum, space.per_call_path(MetricId(i), Below::excluded));
  }
  return sum;
}

/// Returns costs of expected waiting by call path. Those of a kind count if all its waits are expected.
std::vector<double> expected_costs(const Space& space) {
  const Report& report = space.report();
  std::vector<double> sum(report.call_paths.size());
  const MetricId join = report.find_metric("pthread_join_wait");
  const MetricId of_join = report.find_metric("delay_pthreadjoin_aggregate");
  if (join.valid() && space.total(of_join) > 0) {
    const std::vector<double> waits = space.per_call_path(join, Below::excluded);
    bool are_expected = true;
    for (size_t i = 0; i < waits.size(); ++i)
      if (waits[i] > 0) are_expected = are_expected && is_expected(space, join, CallPathId(i));
    if (are_expected) add_values(sum, space.per_call_path(of_join, Below::excluded));
  }
  const MetricId idle = report.find_metric("omp_idle_threads");
  const MetricId of_idle = report.find_metric("delay_ompidle_aggregate");
  if (idle.valid() && space.total(of_idle) > 0) {
    const std::vector<double> costs = space.per_call_path(of_idle, Below::excluded);
    for (size_t i = 0; i < costs.size(); ++i)
      if (costs[i] > 0 && is_expected(space, idle, CallPathId(i))) sum[i] += costs[i];
  }
  return sum;
}

/// Returns what was sampled in a cause: what those that are late do longer than others or, where there are
/// none, what they do.
std::optional<SampledPart> sampled_in_cause(const Space& space, const MeasuredPaths& measured,
                                            CallPathId path, const std::vector<double>& per_location,
                                            const std::vector<double>& per_call_path) {
  std::optional<SampledPart> beyond = sampled_beyond_others(space, measured, path, per_location);
  return beyond ? beyond : most_sampled_in(space, measured, path, per_call_path);
}

void sort_by_costs(std::vector<RootCause>& causes) {
  std::ranges::stable_sort(causes, std::greater(), [](const RootCause& cause) {
    return std::pair(cause.seconds - cause.expected, cause.seconds);
  });
}

}  // namespace

std::vector<RootCause> root_causes(const Space& space) {
  const Report& report = space.report();
  const MetricId delay = report.find_metric("delay");
  if (!delay.valid()) return {};
  const MetricId unattributed = report.find_metric("delay_unattributed");
  std::vector<double> costs = space.per_call_path(delay, Below::excluded);
  add_values(costs, space.per_call_path(unattributed, Below::excluded), -1);
  const MeasuredPaths measured(report);
  const std::vector<double> long_term = measured.sums(long_term_costs(space));
  const std::vector<double> sampled = costs;
  costs = measured.sums(std::move(costs));

  const std::vector<double> expected = measured.sums(expected_costs(space));
  std::vector<RootCause> causes;
  const double rounding = 1e-12 * space.total(delay);
  for (size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] <= rounding) continue;
    const CallPathId path(i);
    std::vector<double> locations = measured.per_location(space, delay, path);
    add_values(locations, measured.per_location(space, unattributed, path), -1);
    causes.push_back({path, costs[i], long_term[i], per_group(report, delay, locations),
                      sampled_in_cause(space, measured, path, locations, sampled), expected[i]});
  }
  sort_by_costs(causes);
  return causes;
}

std::vector<RootCause> causes_by_function(const Space& space) {
  const Report& report = space.report();
  std::vector<RootCause> causes = merged_by_function(
      report, root_causes(space), [&](const RootCause& cause) { return off_core_kind(report, cause.path); },
      [&](RootCause& to, const RootCause& from) {
        to.long_term += from.long_term;
        to.expected += from.expected;
        add_sampled(report, to.most_sampled, from.most_sampled, from.seconds / to.seconds);
      });
  sort_by_costs(causes);
  return causes;
}

double charged_seconds(const std::vector<RootCause>& causes) {
  double sum = 0;
  for (const RootCause& cause : causes) sum += cause.seconds;
  return sum;
}

double seconds_without_core(const Space& space, const RootCause& cause) {
  const Report& report = space.report();
  const MetricId metric = report.find_metric("mpi_not_running");
  if (!metric.valid()) return 0;
  double sum = 0;
  for (const CallPathId path : paths_of(cause)) {
    const std::vector<double> seconds =
        per_group(report, metric, space.per_location(metric, path, Below::excluded));
    for (size_t i = 0; i < std::min(seconds.size(), cause.per_rank.size()); ++i)
      sum += cause.per_rank[i] > 0 ? seconds[i] : 0;
  }
  return sum;
}

}  // namespace latecomer::findings
