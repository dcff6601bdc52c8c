// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/activities.h"

#include <algorithm>

#include "findings/wait_states.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr double kVisible = 0.0005;     ///< of the whole: 0.05 %, which is shown as 0.1
constexpr double kConsiderable = 0.01;  ///< worth a line

/// A line of the table of where the time went: the sum of these metrics.
struct Line {
  const char* name;
  std::vector<const char*> metrics;
  /// What of it has a line of its own below, where that is considerable.
  struct Part {
    const char* name = nullptr;
    const char* metric = nullptr;
  } part = {};
};

const std::vector<Line>& lines() {
  static const std::vector<Line> all = {
      {"Computation", {"comp"}, {"of it not running", "not_running"}},
      {"MPI point-to-point", {"mpi_point2point"}},
      {"MPI collectives", {"mpi_collective"}},
      {"MPI barriers", {"mpi_sync_collective"}},
      {"MPI one-sided", {"mpi_rma_communication", "mpi_rma_synchronization"}},
      {"MPI init and finalize", {"mpi_init_exit"}},
      {"MPI communicators, windows", {"mpi_mgmt_comm", "mpi_mgmt_win"}},
      {"MPI files", {"mpi_mgmt_file", "mpi_io"}},
      {"POSIX I/O", {"posix_io"}},
      {"OpenMP", {"omp_time"}},
      {"POSIX threads", {"pthread_time"}},
      {"Recording overhead", {"overhead"}},
      {"Recording off", {"recording_off"}},
      {"Idle threads", {"omp_idle_threads"}},
  };
  return all;
}

std::vector<MetricId> found(const Report& report, const std::vector<const char*>& ids) {
  std::vector<MetricId> metrics;
  for (const char* id : ids)
    if (const MetricId metric = report.find_metric(id); metric.valid()) metrics.push_back(metric);
  return metrics;
}

double sum_of(const Space& space, const std::vector<MetricId>& metrics) {
  double sum = 0;
  for (const MetricId metric : metrics) sum += space.total(metric);
  return sum;
}

/// The waiting time in any of these metrics.
double waiting_in(const Space& space, const std::vector<MetricId>& metrics) {
  const Report& report = space.report();
  double sum = 0;
  for (const MetricId wait : outermost_waits(report)) {
    MetricId each = wait;
    while (each.valid() && std::ranges::find(metrics, each) == metrics.end())
      each = report.metrics[each.index()].parent;
    if (each.valid()) sum += space.total(wait);
  }
  return sum;
}

}  // namespace

std::vector<Activity> activities(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (!time.valid()) return {};
  const double total = space.total(time);
  double rest = total;
  std::vector<Activity> all;
  for (const Line& line : lines()) {
    const std::vector<MetricId> metrics = found(report, line.metrics);
    const double seconds = sum_of(space, metrics);
    if (seconds > 0) all.push_back({line.name, metrics, seconds, waiting_in(space, metrics)});
    rest -= seconds;
    if (line.part.metric == nullptr) continue;
    const std::vector<MetricId> part = found(report, {line.part.metric});
    const double part_seconds = sum_of(space, part);
    if (!part.empty() && part_seconds >= kConsiderable * total)
      all.push_back({line.part.name, part, part_seconds, 0, true});
  }
  if (rest >= kVisible * total && rest > 0) all.push_back({"Other", {}, rest});
  return all;
}

}  // namespace latecomer::findings
