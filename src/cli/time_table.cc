// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

namespace {

/// A line of the table of where the time went: the sum of these metrics.
struct Activity {
  const char* name;
  std::vector<const char*> metrics;
  /// What of it has a line of its own below, where that is considerable.
  struct Part {
    const char* name = nullptr;
    const char* metric = nullptr;
  } part = {};
};

const std::vector<Activity>& activities() {
  static const std::vector<Activity> all = {
      {"Computation", {"comp"}, {"  of it not running", "not_running"}},
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

double sum_of(const Space& space, const std::vector<const char*>& metrics) {
  const Report& report = space.report();
  double sum = 0;
  for (const char* id : metrics) {
    const MetricId metric = report.find_metric(id);
    if (metric.valid()) sum += space.total(metric);
  }
  return sum;
}

/// The waiting time in any of these metrics.
double waiting_in(const Space& space, const std::vector<const char*>& metrics) {
  const Report& report = space.report();
  double sum = 0;
  for (MetricId wait : outermost_waits(report)) {
    for (MetricId each = wait; each.valid(); each = report.metrics[each.index()].parent) {
      const std::string& id = report.metrics[each.index()].id;
      if (std::any_of(metrics.begin(), metrics.end(), [&](const char* metric) { return id == metric; })) {
        sum += space.total(wait);
        break;
      }
    }
  }
  return sum;
}

class TimeTable {
 public:
  explicit TimeTable(double total) : total_(total), decimals_(decimals(total)) {
    text_ = fmt::format("{:<40}{:>14}{:>9}{:>17}\n", "Where the time went", "seconds", "%", "of it waiting");
  }

  void add(const std::string& name, double seconds, double waiting) {
    const std::string wait = waiting > 0 ? fmt::format("{:.{}f}", waiting, decimals_) : "";
    const std::string line = fmt::format("  {:<38}{:>14.{}f}{:>9.1f}{:>17}", name, seconds, decimals_,
                                         total_ > 0 ? 100 * seconds / total_ : 0, wait);
    text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  const std::string& text() const { return text_; }

 private:
  double total_;
  int decimals_;
  std::string text_;
};

}  // namespace

std::string time_table(const Space& space, double total, double waiting) {
  TimeTable table(total);
  double rest = total;
  for (const Activity& each : activities()) {
    const double seconds = sum_of(space, each.metrics);
    if (seconds > 0) table.add(each.name, seconds, waiting_in(space, each.metrics));
    if (each.part.metric != nullptr) {
      const double part = sum_of(space, {each.part.metric});
      if (part >= kConsiderable * total) table.add(each.part.name, part, 0);
    }
    rest -= seconds;
  }
  if (rest >= kVisible * total) table.add("Other", rest, 0);
  table.add("All threads together", total, waiting);
  return table.text();
}

}  // namespace latecomer::cli
