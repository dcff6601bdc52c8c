// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/efficiencies.h"

#include <algorithm>
#include <cstdlib>

#include "report/totals.h"

namespace latecomer::report {

namespace {

double run_seconds(const Report& report) {
  const auto found = report.attributes.find("latecomer.run_seconds");
  return found == report.attributes.end() ? 0 : std::atof(found->second.c_str());
}

/// For how long threads were not recorded, since the program had switched that off.
Spread time_off(const Report& report) {
  const MetricId off = report.find_metric("recording_off");
  return off.valid() ? spread(of_threads(report, per_location(report, off))) : Spread();
}

/// The time on the critical path of call paths whose own time is computation.
double computation_on_path(const Report& report, MetricId comp, MetricId critical_path) {
  const std::vector<double> computation = per_call_path(report, comp, Below::excluded);
  const std::vector<double> on_path = per_call_path(report, critical_path, Below::excluded);
  double sum = 0;
  for (size_t i = 0; i < computation.size(); ++i) {
    if (computation[i] > 0) sum += on_path[i];
  }
  return sum;
}

}  // namespace

std::optional<Efficiencies> pop_efficiencies(const Report& report) {
  const MetricId comp = report.find_metric("comp");
  const MetricId critical_path = report.find_metric("critical_path");
  if (!comp.valid() || !critical_path.valid()) return std::nullopt;

  Efficiencies result;
  const Spread computation = spread(of_threads(report, per_location(report, comp)));
  // Of threads that were recorded for different times, nobody knows who was the busiest.
  constexpr double kTheSame = 0.01;
  const Spread off = time_off(report);
  if (off.maximum - off.minimum > kTheSame * run_seconds(report)) return std::nullopt;
  result.run_seconds = run_seconds(report) - off.mean;
  result.mean_computation = computation.mean;
  result.largest_computation = computation.maximum;
  result.computation_on_critical_path = computation_on_path(report, comp, critical_path);
  if (!(result.run_seconds > 0) || !(computation.maximum > 0) || !(total(report, critical_path) > 0))
    return std::nullopt;

  result.ideal_seconds = std::max(result.largest_computation, result.computation_on_critical_path);
  result.parallel = result.mean_computation / result.run_seconds;
  result.load_balance = result.mean_computation / result.largest_computation;
  result.communication = result.largest_computation / result.run_seconds;
  result.serialization = result.largest_computation / result.ideal_seconds;
  result.transfer = result.ideal_seconds / result.run_seconds;
  return result;
}

}  // namespace latecomer::report
