// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/critical_path_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "report/locations.h"
#include "report/path_names.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

std::vector<CallPathId> largest_first(const std::vector<double>& seconds) {
  std::vector<CallPathId> order;
  for (size_t i = 0; i < seconds.size(); ++i) {
    if (seconds[i] > 0) order.emplace_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](CallPathId a, CallPathId b) { return seconds[a.index()] > seconds[b.index()]; });
  return order;
}

bool is_computation(const Space& space, const MeasuredPaths& measured, CallPathId path) {
  const Report& report = space.report();
  const MetricId comp = report.find_metric("comp");
  if (!comp.valid()) return false;
  if (is_not_running(report, path)) return false;
  if (is_gap(report, path)) return true;
  const std::vector<double> values = measured.per_location(space, comp, path);
  return std::any_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

std::vector<double> of_processes_only(const Report& report, std::vector<double> per_group) {
  for (size_t g = 0; g < per_group.size(); ++g)
    if (!is_process(report.location_groups[g])) per_group[g] = 0;
  return per_group;
}

std::vector<LocationId> causes_in(const Report& report, const std::vector<double>& per_location) {
  std::vector<LocationId> causes;
  for (size_t l = 0; l < per_location.size(); ++l)
    if (per_location[l] > 0 && !is_thread(report.locations[l])) causes.emplace_back(l);
  return causes;
}

void add_causes(std::vector<LocationId>& to, const std::vector<LocationId>& from) {
  std::vector<LocationId> all;
  std::ranges::set_union(to, from, std::back_inserter(all));
  to = std::move(all);
}

}  // namespace

CriticalPathParts critical_path_parts(const Space& space, size_t most) {
  const Report& report = space.report();
  const MetricId critical_path = report.find_metric("critical_path");
  const MetricId imbalance = report.find_metric("critical_path_imbalance");
  if (!critical_path.valid() || !imbalance.valid() || was_killed(report)) return {};
  const MeasuredPaths measured(report);
  const std::vector<double> sampled = space.per_call_path(critical_path, Below::excluded);
  const std::vector<double> seconds = measured.sums(sampled);
  const std::vector<double> uneven = measured.sums(space.per_call_path(imbalance, Below::excluded));
  std::vector<CriticalPathPart> all;
  for (const CallPathId path : largest_first(seconds)) {
    const std::vector<double> locations = measured.per_location(space, critical_path, path);
    all.push_back({path, seconds[path.index()], uneven[path.index()],
                   of_processes_only(report, per_group(report, critical_path, locations)),
                   causes_in(report, locations), most_sampled_in(space, measured, path, sampled),
                   is_computation(space, measured, path)});
  }
  all = merged_by_function(
      report, all, [&](const CriticalPathPart& part) { return off_core_kind(report, part.path); },
      [&](CriticalPathPart& to, const CriticalPathPart& from) {
        to.imbalance += from.imbalance;
        add_causes(to.causes, from.causes);
        to.is_computation = to.is_computation && from.is_computation;
        add_sampled(report, to.most_sampled, from.most_sampled, from.seconds / to.seconds);
      });
  CriticalPathParts parts{.seconds = space.total(critical_path), .count = all.size()};
  all.resize(std::min(all.size(), most));
  parts.largest = std::move(all);
  return parts;
}

}  // namespace latecomer::findings
