// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/efficiencies.h"

#include <algorithm>
#include <vector>

#include "findings/gains.h"
#include "findings/ideal_times.h"
#include "query/space.h"
#include "query/statistics.h"
#include "report/attributes.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Returns for how long threads were not recorded, since the program had switched that off.
Statistics time_off(const Space& space) {
  const Report& report = space.report();
  return statistics_of(of_threads(report, space.per_location(report.find_metric("recording_off"))));
}

/// Returns the time on the critical path of call paths whose own time is computation.
double computation_on_path(const Space& space, MetricId comp, MetricId critical_path) {
  const std::vector<double> computation = space.per_call_path(comp, Below::excluded);
  const std::vector<double> on_path = space.per_call_path(critical_path, Below::excluded);
  double sum = 0;
  for (size_t i = 0; i < computation.size(); ++i) {
    if (computation[i] > 0) sum += on_path[i];
  }
  return sum;
}

/// Returns of each process the time that its first thread spent outside of MPI calls while it was recorded.
std::vector<double> times_outside_mpi(const Space& space) {
  const Report& report = space.report();
  std::vector<double> outside = space.per_location(report.find_metric("time"));
  for (const char* id : {"mpi", "recording_off"}) {
    const std::vector<double> seconds = space.per_location(report.find_metric(id));
    for (size_t i = 0; i < outside.size(); ++i) outside[i] -= seconds[i];
  }
  std::vector<bool> has_first(report.location_groups.size());
  std::vector<double> first;
  for (size_t i = 0; i < report.locations.size(); ++i) {
    const size_t process = report.locations[i].group.index();
    if (!is_thread(report.locations[i]) || has_first[process]) continue;
    has_first[process] = true;
    first.push_back(outside[i]);
  }
  return first;
}

std::optional<HybridEfficiencies> hybrid_efficiencies(const Space& space, const Efficiencies& all) {
  const Report& report = space.report();
  const size_t processes = count_processes(report);
  if (processes < 2 || count_threads(report) == processes || !report.find_metric("time").valid())
    return std::nullopt;
  const Statistics outside = statistics_of(times_outside_mpi(space));
  if (!(outside.mean > 0)) return std::nullopt;
  HybridEfficiencies result;
  result.mean_outside_mpi = outside.mean;
  result.largest_outside_mpi = outside.maximum;
  result.mpi_parallel = outside.mean / all.run_seconds;
  result.mpi_load_balance = outside.mean / outside.maximum;
  result.mpi_communication = outside.maximum / all.run_seconds;
  result.thread_parallel = all.parallel / result.mpi_parallel;
  result.thread_load_balance = all.load_balance / result.mpi_load_balance;
  result.thread_communication = all.communication / result.mpi_communication;
  return result;
}

/// Computes the ratios from the times.
void find_ratios(Efficiencies& of) {
  const auto ratio = [](double part, double whole) { return whole > 0 ? part / whole : 1; };
  of.parallel = ratio(of.mean_computation, of.run_seconds);
  of.load_balance = ratio(of.mean_computation, of.largest_computation);
  of.communication = ratio(of.largest_computation, of.run_seconds);
  of.serialization = ratio(of.largest_computation, of.ideal_seconds);
  of.transfer = ratio(of.ideal_seconds, of.run_seconds);
}

}  // namespace

std::optional<Efficiencies> pop_efficiencies(const Space& space) {
  const Report& report = space.report();
  if (was_killed(report)) return std::nullopt;
  const MetricId comp = report.find_metric("comp");
  const MetricId critical_path = report.find_metric("critical_path");
  if (!comp.valid() || !critical_path.valid()) return std::nullopt;

  Efficiencies result;
  const Statistics computation = statistics_of(of_threads(report, space.per_location(comp)));
  // If threads were recorded for different times, nobody knows which one was the busiest.
  constexpr double kTheSame = 0.01;
  const Statistics off = time_off(space);
  if (off.maximum - off.minimum > kTheSame * run_seconds(report)) return std::nullopt;
  result.run_seconds = run_seconds(report) - off.mean;
  result.mean_computation = computation.mean;
  result.largest_computation = computation.maximum;
  result.computation_on_critical_path = computation_on_path(space, comp, critical_path);
  if (!(result.run_seconds > 0) || !(computation.maximum > 0) || !(space.total(critical_path) > 0))
    return std::nullopt;

  result.ideal_seconds = std::max(result.largest_computation, result.computation_on_critical_path);
  const Gains gains = read_gains(report);
  const Gain* const ideal = gains.of_network();
  if (ideal && off.maximum == 0) {
    result.is_ideal_replayed = true;
    result.ideal_seconds = std::max(std::min(ideal->seconds, result.run_seconds), result.largest_computation);
  }
  find_ratios(result);
  result.hybrid = hybrid_efficiencies(space, result);
  return result;
}

std::vector<Efficiencies> efficiencies_over_time(const Space& space) {
  const std::optional<Efficiencies> of_run = pop_efficiencies(space);
  if (!of_run || !of_run->is_ideal_replayed) return {};
  std::vector<Efficiencies> found;
  const std::vector<IdealTimes::Window> windows = read_ideal_times(space.report()).windows;
  for (const IdealTimes::Window& window : windows) {
    Efficiencies& each = found.emplace_back();
    each.run_seconds = of_run->run_seconds / static_cast<double>(windows.size());
    each.mean_computation = window.mean_computation;
    each.largest_computation = std::min(window.largest_computation, each.run_seconds);
    each.ideal_seconds = std::clamp(window.ideal, each.largest_computation, each.run_seconds);
    each.is_ideal_replayed = true;
    find_ratios(each);
  }
  return found;
}

}  // namespace latecomer::findings
