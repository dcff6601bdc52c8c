// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/time_shares.h"

#include <algorithm>

#include "findings/considerable.h"
#include "findings/wait_states.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr double kRounding = 1e-9;  ///< Is a part of a call path's time.
constexpr const char* kIdle = "Idle threads";
constexpr const char* kOther = "Other";

/// Is a line of the table of where the time went: the sum of these metrics.
struct Line {
  const char* name;
  std::vector<const char*> metrics;
  /// Names a part of the line that has a line of its own below, where that is considerable.
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
      {"Waiting for devices", {"device_wait"}},
      {"OpenMP", {"omp_time"}},
      {"POSIX threads", {"pthread_time"}},
      {"Recording overhead", {"overhead"}},
      {"Recording off", {"recording_off"}},
      {kIdle, {"omp_idle_threads"}},
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

/// Returns the waiting time in any of these metrics.
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

std::vector<TimeShare> time_shares(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (!time.valid()) return {};
  const double total = space.total(time);
  double rest = total;
  std::vector<TimeShare> all;
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
  if (rest >= kVisible * total && rest > 0) all.push_back({kOther, {}, rest});
  return all;
}

PathKinds path_kinds(const Space& space) {
  const Report& report = space.report();
  PathKinds result;
  // Has each call path's largest time in any kind so far.
  std::vector<double> most(report.call_paths.size());
  std::vector<double> all(report.call_paths.size());
  result.of_path.assign(report.call_paths.size(), UINT8_MAX);
  for (const Line& line : lines()) {
    if (line.name == kIdle) continue;
    const auto kind = static_cast<uint8_t>(result.kinds.size());
    result.kinds.push_back({line.name, found(report, line.metrics)});
    for (const MetricId metric : result.kinds.back().metrics) {
      const std::vector<double> seconds = space.per_call_path(metric, Below::excluded);
      for (size_t p = 0; p < seconds.size(); ++p) {
        all[p] += seconds[p];
        if (seconds[p] <= most[p]) continue;
        most[p] = seconds[p];
        result.of_path[p] = kind;
      }
    }
  }
  result.other = static_cast<uint8_t>(result.kinds.size());
  result.kinds.push_back({kOther, {}});
  result.idle = static_cast<uint8_t>(result.kinds.size());
  result.kinds.push_back({kIdle, found(report, {"omp_idle_threads"})});
  std::ranges::replace(result.of_path, UINT8_MAX, result.other);
  for (size_t p = 0; p < all.size(); ++p)
    if (all[p] - most[p] > kRounding * all[p]) result.is_exact = false;
  return result;
}

}  // namespace latecomer::findings
