// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/concerned.h"

#include <algorithm>
#include <map>

#include "findings/gaps.h"
#include "findings/phases.h"
#include "findings/sums.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

using PerLocation = std::vector<double>;

PerLocation seconds_of(const Space& space, const WaitState& wait) {
  const Report& report = space.report();
  PerLocation sum(report.locations.size());
  const std::vector<MetricId> metrics =
      wait.is_of_several_kinds ? outermost_waits(report) : std::vector{wait.metric};
  for (const CallPathId path : paths_of(wait))
    for (const MetricId metric : metrics) add_values(sum, space.per_location(metric, path, Below::excluded));
  return sum;
}

PerLocation seconds_of(const Space& space, const RootCause& cause) {
  const Report& report = space.report();
  const MeasuredPaths measured(report);
  PerLocation sum(report.locations.size());
  const MetricId delay = report.find_metric("delay");
  const MetricId unattributed = report.find_metric("delay_unattributed");
  for (const CallPathId path : paths_of(cause)) {
    add_values(sum, measured.per_location(space, delay, path));
    add_values(sum, measured.per_location(space, unattributed, path), -1);
  }
  return sum;
}

template <class Finding>
std::optional<ConcernedThread> most_of_worst_rank(const Space& space, const Finding& finding) {
  constexpr double kMost = 0.5;
  const Report& report = space.report();
  if (finding.per_rank.empty() || count_threads(report) == count_processes(report)) return std::nullopt;
  const LocationGroupId rank(
      static_cast<size_t>(std::ranges::max_element(finding.per_rank) - finding.per_rank.begin()));
  const PerLocation seconds = seconds_of(space, finding);
  ConcernedThread most;
  double sum = 0;
  size_t threads = 0;
  for (size_t i = 0; i < seconds.size(); ++i) {
    if (report.locations[i].group != rank || !is_thread(report.locations[i])) continue;
    ++threads;
    sum += seconds[i];
    if (seconds[i] > most.seconds) most = {LocationId(i), seconds[i]};
  }
  if (threads < 2 || most.seconds <= kMost * sum || report.locations[most.location.index()].rank == 0)
    return std::nullopt;
  return most;
}

}  // namespace

std::optional<ConcernedThread> concerned_thread(const Space& space, const WaitState& wait) {
  return most_of_worst_rank(space, wait);
}

std::optional<ConcernedThread> concerned_thread(const Space& space, const RootCause& cause) {
  return most_of_worst_rank(space, cause);
}

std::optional<ConcernedPhase> concerned_phase(const Report& report, const CommonCode& common) {
  constexpr size_t kMany = 3;
  constexpr double kUneven = 2;  // times its part, if all had equally much
  constexpr double kLeast = 0.25;
  std::map<RegionId, double> in_phase;
  double sum = 0;
  for (const PathSeconds& each : common.paths) {
    sum += each.seconds;
    if (const RegionId phase = phase_of(report, each.path); phase.valid()) in_phase[phase] += each.seconds;
  }
  const auto worst = std::ranges::max_element(in_phase, {}, [](const auto& each) { return each.second; });
  if (worst == in_phase.end()) return std::nullopt;
  const ConcernedPhase phase{report.regions[worst->first.index()].name, worst->second / sum,
                             phases_like(report, worst->first)};
  const double least = std::max(kLeast, kUneven / static_cast<double>(phase.count));
  if (phase.count < kMany || phase.share < least) return std::nullopt;
  return phase;
}

}  // namespace latecomer::findings
