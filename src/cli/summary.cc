// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cli/text.h"
#include "cli/wait_states.h"
#include "report/totals.h"

namespace latecomer::cli {

namespace {

using namespace report;

constexpr size_t kLargestShown = 5;

std::string attribute(const Report& report, const std::string& key) {
  const auto found = report.attributes.find(key);
  return found == report.attributes.end() ? "" : found->second;
}

std::string count_of(size_t n, const char* noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string run_facts(const Report& report) {
  const std::string trace = attribute(report, "latecomer.trace");
  std::string text = trace.empty() ? "" : fmt::format("Trace    {}\n", trace);
  text += fmt::format("Run      {}, {}", count_of(report.location_groups.size(), "rank"),
                      count_of(report.locations.size(), "thread"));
  const double seconds = std::atof(attribute(report, "latecomer.run_seconds").c_str());
  if (seconds > 0) text += fmt::format(", {:.{}f} s", seconds, decimals(seconds));
  text += "\n";
  if (attribute(report, "latecomer.partial") == "1") {
    text += "Partial  The program did not end in the regular way, or a part of the trace is missing.\n"
            "         All numbers hold for what was recorded.\n";
  }
  return text;
}

/// A line of the table of where the time went: the sum of these metrics.
struct Activity {
  const char* name;
  std::vector<const char*> metrics;
};

const std::vector<Activity>& activities() {
  static const std::vector<Activity> all = {
      {"Computation", {"comp"}},
      {"MPI point-to-point", {"mpi_point2point"}},
      {"MPI collectives", {"mpi_collective"}},
      {"MPI barriers", {"mpi_sync_collective"}},
      {"MPI one-sided", {"mpi_rma_communication", "mpi_rma_synchronization"}},
      {"MPI init and finalize", {"mpi_init_exit"}},
      {"MPI communicators, windows, files", {"mpi_mgmt_comm", "mpi_mgmt_win", "mpi_mgmt_file", "mpi_io"}},
      {"OpenMP", {"omp_time"}},
      {"POSIX threads", {"pthread_time"}},
      {"Recording overhead", {"overhead"}},
      {"Idle threads", {"omp_idle_threads"}},
  };
  return all;
}

double sum_of(const Report& report, const std::vector<const char*>& metrics) {
  double sum = 0;
  for (const char* id : metrics) {
    const MetricId metric = report.find_metric(id);
    if (metric.valid()) sum += report::total(report, metric);
  }
  return sum;
}

/// The waiting time in any of these metrics.
double waiting_in(const Report& report, const std::vector<const char*>& metrics) {
  double sum = 0;
  for (MetricId wait : outermost_waits(report)) {
    for (MetricId each = wait; each.valid(); each = report.metrics[each.index()].parent) {
      const std::string& id = report.metrics[each.index()].id;
      if (std::any_of(metrics.begin(), metrics.end(), [&](const char* metric) { return id == metric; })) {
        sum += report::total(report, wait);
        break;
      }
    }
  }
  return sum;
}

class TimeTable {
 public:
  explicit TimeTable(double total) : total_(total), decimals_(decimals(total)) {
    text_ = fmt::format("{:<42}{:>14}{:>9}{:>17}\n", "Where the time went", "seconds", "%", "of it waiting");
  }

  void add(const std::string& name, double seconds, double waiting) {
    const std::string wait = waiting > 0 ? fmt::format("{:.{}f}", waiting, decimals_) : "";
    const std::string line = fmt::format("  {:<40}{:>14.{}f}{:>9.1f}{:>17}", name, seconds, decimals_,
                                         total_ > 0 ? 100 * seconds / total_ : 0, wait);
    text_ += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  const std::string& text() const { return text_; }

 private:
  double total_;
  int decimals_;
  std::string text_;
};

std::string where_the_time_went(const Report& report, double total, double waiting) {
  TimeTable table(total);
  double rest = total;
  for (const Activity& each : activities()) {
    const double seconds = sum_of(report, each.metrics);
    if (seconds > 0) table.add(each.name, seconds, waiting_in(report, each.metrics));
    rest -= seconds;
  }
  constexpr double kRounding = 1e-9;
  if (rest > kRounding * total) table.add("Other", rest, 0);
  table.add("All threads together", total, waiting);
  return table.text();
}

std::string concerned_ranks(const Report& report, const WaitState& wait) {
  const std::vector<int64_t> ranks = ranks_with_most(report, wait.per_rank);
  const size_t worst = static_cast<size_t>(
      std::max_element(wait.per_rank.begin(), wait.per_rank.end()) - wait.per_rank.begin());
  const std::string who = fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", ranges(ranks));
  if (ranks.size() == 1) return who;
  const double most = wait.per_rank[worst];
  return fmt::format("{}; most on rank {}: {:.{}f} s", who, report.location_groups[worst].rank, most, decimals(most));
}

std::string largest_waits(const Report& report, double total, double waiting) {
  std::string text = "Largest wait states\n";
  const std::vector<WaitState> waits = wait_states(report);
  for (size_t i = 0; i < waits.size() && i < kLargestShown; ++i) {
    const WaitState& wait = waits[i];
    text += fmt::format("{:>3}. {:>10.{}f} s {:>5.1f} %  {}\n", i + 1, wait.seconds, decimals(total),
                        100 * wait.seconds / total, wait.name);
    text += fmt::format("       at {}\n", end_of(report.path_name(wait.path), kColumns - 10));
    text += wrapped("on " + concerned_ranks(report, wait), 7);
    const std::string remedy = remedy_of(report, wait.metric);
    if (!remedy.empty()) text += wrapped("-> " + remedy, 7);
  }
  if (waits.size() > kLargestShown) {
    double rest = waiting;
    for (size_t i = 0; i < kLargestShown; ++i) rest -= waits[i].seconds;
    text += fmt::format("     {:>10.{}f} s {:>5.1f} %  in {} more\n", std::max(rest, 0.0), decimals(total),
                        100 * std::max(rest, 0.0) / total, waits.size() - kLargestShown);
  }
  return text;
}

std::string verdict(const Report& report, double total, double waiting) {
  if (!(waiting > 0)) return "No thread ever waited for another one in MPI.\n";
  constexpr double kLittle = 0.01;
  std::string text = largest_waits(report, total, waiting);
  if (waiting < kLittle * total) text += "Waiting takes less than 1 % of the time: there is little to gain here.\n";
  return text;
}

std::string anomalies(const Report& report) {
  const std::string count_key = "latecomer.anomaly.";
  std::string text;
  for (auto each = report.attributes.lower_bound(count_key);
       each != report.attributes.end() && each->first.starts_with(count_key); ++each) {
    const std::string name = each->first.substr(count_key.size());
    const std::string meaning = attribute(report, "latecomer.anomaly_text." + name);
    text += fmt::format("  {:>8}  {}\n", each->second, meaning.empty() ? name : meaning);
  }
  const std::string detail_key = "latecomer.anomaly_detail.";
  for (auto each = report.attributes.lower_bound(detail_key);
       each != report.attributes.end() && each->first.starts_with(detail_key); ++each) {
    text += wrapped(each->second, 12);
  }
  if (text.empty()) return "Anomalies: none. Everything in the trace was used.\n";
  return "Anomalies: what the trace holds beside a complete, consistent run\n" + text;
}

}  // namespace

std::string summarize(const Report& report) {
  const MetricId time = report.find_metric("time");
  if (!time.valid()) return run_facts(report) + "The report has no metric 'time', so there is nothing to sum up.\n";
  const double total = report::total(report, time);
  double waiting = 0;
  for (MetricId wait : outermost_waits(report)) waiting += report::total(report, wait);
  return run_facts(report) + "\n" + where_the_time_went(report, total, waiting) + "\n" +
         verdict(report, total, waiting) + "\n" + anomalies(report);
}

}  // namespace latecomer::cli
