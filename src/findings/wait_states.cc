// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/wait_states.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "findings/remedies.h"
#include "findings/sums.h"
#include "query/space.h"
#include "report/locations.h"
#include "report/metrics.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

bool is_wait(const Report& report, MetricId metric) {
  if (!metric.valid()) return false;
  const std::optional<Builtin> known = find_builtin(report.metrics[metric.index()].id);
  return known && is_wait_state(*known);
}

/// Calls `values_of` for a metric and takes off what it gives for the metric's children.
template <class ValuesOf>
std::vector<double> without_children(const Report& report, MetricId metric, const ValuesOf& values_of) {
  std::vector<double> values = values_of(metric);
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (report.metrics[i].parent == metric) add_values(values, values_of(MetricId(i)), -1);
  }
  return values;
}

void add_wait_states(const Space& space, MetricId metric, std::vector<WaitState>& waits) {
  const Report& report = space.report();
  const std::vector<double> paths = without_children(
      report, metric, [&](MetricId each) { return space.per_call_path(each, Below::excluded); });
  const double rounding = 1e-12 * space.total(metric);
  for (size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] <= rounding) continue;
    const CallPathId path(i);
    const std::vector<double> locations = without_children(
        report, metric, [&](MetricId each) { return space.per_location(each, path, Below::excluded); });
    waits.push_back(
        {metric, path, wait_name(report, metric), paths[i], per_group(report, metric, locations)});
  }
}

}  // namespace

std::string wait_name(const Report& report, MetricId metric) {
  const Metric& definition = report.metrics[metric.index()];
  return is_wait(report, definition.parent) ? wait_name(report, definition.parent) + ": " + definition.name
                                            : definition.name;
}

namespace {

/// Returns whether waits are for messages in wrong order and would have been the same in another order. A
/// report that does not say what was avoidable is asked for the function: one that awaits all, or any.
bool is_as_long_in_any_order(const Report& report, const WaitState& wait) {
  const std::string& id = report.metrics[wait.metric.index()].id;
  const bool is_avoidable = id == "mpi_lswo_same_avoidable" || id == "mpi_lswo_different_avoidable";
  if (!is_avoidable && id != "mpi_lswo_same" && id != "mpi_lswo_different") return false;
  if (!is_avoidable && report.find_metric(id + "_avoidable").valid()) return true;
  const std::string function = mpi_function(report, wait.path);
  return function == "waitall" || function == "waitany" || function == "waitsome";
}

void count_as_late_sender(const Report& report, std::vector<WaitState>& waits) {
  const MetricId late_sender = report.find_metric("mpi_latesender");
  if (!late_sender.valid()) return;
  std::map<CallPathId, size_t> of_path;
  for (size_t i = 0; i < waits.size(); ++i)
    if (waits[i].metric == late_sender) of_path[waits[i].path] = i;
  for (size_t i = 0; i < waits.size(); ++i) {
    if (!is_as_long_in_any_order(report, waits[i])) continue;
    const auto [found, is_new] = of_path.try_emplace(waits[i].path, i);
    if (is_new) {
      waits[i].metric = late_sender;
      waits[i].name = wait_name(report, late_sender);
      continue;
    }
    WaitState& sum = waits[found->second];
    sum.seconds += std::exchange(waits[i].seconds, 0);
    for (size_t rank = 0; rank < sum.per_rank.size(); ++rank) sum.per_rank[rank] += waits[i].per_rank[rank];
  }
  std::erase_if(waits, [](const WaitState& wait) { return wait.seconds == 0; });
}

// Those that are expected come last.
void sort_by_seconds(std::vector<WaitState>& waits) {
  std::ranges::stable_sort(waits, std::greater(),
                           [](const WaitState& wait) { return std::pair(!wait.is_expected, wait.seconds); });
}

}  // namespace

std::vector<WaitState> wait_states(const Space& space) {
  const Report& report = space.report();
  std::vector<WaitState> waits;
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (is_wait(report, MetricId(i))) add_wait_states(space, MetricId(i), waits);
  }
  count_as_late_sender(report, waits);
  for (WaitState& wait : waits) wait.is_expected = is_expected(space, wait.metric, wait.path);
  sort_by_seconds(waits);
  return waits;
}

std::vector<WaitState> waits_by_function(const Space& space) {
  std::vector<WaitState> waits = merged_by_function(
      space.report(), wait_states(space),
      [](const WaitState& wait) { return 2 * wait.metric.index() + (wait.is_expected ? 1 : 0); },
      [](WaitState& to, const WaitState& from) {
        to.is_of_several_kinds = to.is_of_several_kinds || to.metric != from.metric;
      });
  sort_by_seconds(waits);
  return waits;
}

std::string name_with_others(const WaitState& wait) {
  return wait.is_of_several_kinds ? wait.name + " and other kinds" : wait.name;
}

std::vector<MetricId> outermost_waits(const Report& report) {
  std::vector<MetricId> waits;
  for (size_t i = 0; i < report.metrics.size(); ++i) {
    if (is_wait(report, MetricId(i)) && !is_wait(report, report.metrics[i].parent)) waits.emplace_back(i);
  }
  return waits;
}

double total_waiting(const Space& space) {
  double sum = 0;
  for (const MetricId wait : outermost_waits(space.report())) sum += space.total(wait);
  return sum;
}

std::vector<int64_t> ranks_with_most(const Report& report, const std::vector<double>& per_rank) {
  const double least =
      per_rank.empty() ? 0 : kNamedRanks * *std::max_element(per_rank.begin(), per_rank.end());
  std::vector<int64_t> ranks;
  for (size_t i = 0; i < per_rank.size(); ++i) {
    if (per_rank[i] > 0 && per_rank[i] >= least) ranks.push_back(report.location_groups[i].rank);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

std::string remedy_of(const Report& report, MetricId metric) {
  const Metric& definition = report.metrics[metric.index()];
  if (!definition.remedy.empty()) return definition.remedy;
  const std::optional<Builtin> known = find_builtin(definition.id);
  return known ? builtin_metrics()[static_cast<size_t>(*known)].remedy : "";
}

}  // namespace latecomer::findings
