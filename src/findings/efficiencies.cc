// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/efficiencies.h"

#include <algorithm>
#include <cstdlib>

#include "query/space.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

double run_seconds(const Report& report) {
  const auto found = report.attributes.find("latecomer.run_seconds");
  return found == report.attributes.end() ? 0 : std::atof(found->second.c_str());
}

/// For how long threads were not recorded, since the program had switched that off.
Spread time_off(const Space& space) {
  const Report& report = space.report();
  const MetricId off = report.find_metric("recording_off");
  return off.valid() ? spread(of_threads(report, space.per_location(off))) : Spread();
}

/// The time on the critical path of call paths whose own time is computation.
double computation_on_path(const Space& space, MetricId comp, MetricId critical_path) {
  const std::vector<double> computation = space.per_call_path(comp, Below::excluded);
  const std::vector<double> on_path = space.per_call_path(critical_path, Below::excluded);
  double sum = 0;
  for (size_t i = 0; i < computation.size(); ++i) {
    if (computation[i] > 0) sum += on_path[i];
  }
  return sum;
}

}  // namespace

std::optional<Efficiencies> pop_efficiencies(const Space& space) {
  const Report& report = space.report();
  const MetricId comp = report.find_metric("comp");
  const MetricId critical_path = report.find_metric("critical_path");
  if (!comp.valid() || !critical_path.valid()) return std::nullopt;

  Efficiencies result;
  const Spread computation = spread(of_threads(report, space.per_location(comp)));
  // Of threads that were recorded for different times, nobody knows who was the busiest.
  constexpr double kTheSame = 0.01;
  const Spread off = time_off(space);
  if (off.maximum - off.minimum > kTheSame * run_seconds(report)) return std::nullopt;
  result.run_seconds = run_seconds(report) - off.mean;
  result.mean_computation = computation.mean;
  result.largest_computation = computation.maximum;
  result.computation_on_critical_path = computation_on_path(space, comp, critical_path);
  if (!(result.run_seconds > 0) || !(computation.maximum > 0) || !(space.total(critical_path) > 0))
    return std::nullopt;

  result.ideal_seconds = std::max(result.largest_computation, result.computation_on_critical_path);
  result.parallel = result.mean_computation / result.run_seconds;
  result.load_balance = result.mean_computation / result.largest_computation;
  result.communication = result.largest_computation / result.run_seconds;
  result.serialization = result.largest_computation / result.ideal_seconds;
  result.transfer = result.ideal_seconds / result.run_seconds;
  return result;
}

}  // namespace latecomer::findings
