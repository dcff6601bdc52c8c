// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cli/root_causes.h"
#include "cli/text.h"
#include "cli/wait_states.h"
#include "report/totals.h"

namespace latecomer::cli {

namespace {

using namespace report;

constexpr size_t kLargestShown = 5;
constexpr double kVisible = 0.0005;     // 0.05 %, which is printed as 0.1
constexpr double kConsiderable = 0.01;  // of all costs, or of one: worth a line
constexpr size_t kEntryHead = 30;       // columns before an entry's name

std::string attribute(const Report& report, const std::string& key) {
  const auto found = report.attributes.find(key);
  return found == report.attributes.end() ? "" : found->second;
}

std::string count_of(size_t n, const char* noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string run_facts(const Report& report) {
  const std::string trace = attribute(report, "latecomer.trace");
  std::string text = trace.empty() ? "" : fmt::format("Trace    {}\n", trace);
  text += fmt::format("Run      {}, {}", count_of(report.location_groups.size(), "rank"),
                      count_of(report.locations.size(), "thread"));
  const double seconds = std::atof(attribute(report, "latecomer.run_seconds").c_str());
  if (seconds > 0) text += fmt::format(", {:.{}f} s", seconds, decimals(seconds));
  text += "\n";
  if (attribute(report, "latecomer.partial") == "1") {
    text +=
        "Partial  The program did not end in the regular way, or a part of the trace is missing.\n"
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
  if (rest >= kVisible * total) table.add("Other", rest, 0);
  table.add("All threads together", total, waiting);
  return table.text();
}

std::string concerned_ranks(const Report& report, const std::vector<double>& per_rank, int digits) {
  const std::vector<int64_t> ranks = ranks_with_most(report, per_rank);
  if (ranks.size() == 1) return fmt::format("rank {}", ranks[0]);
  const size_t worst =
      static_cast<size_t>(std::max_element(per_rank.begin(), per_rank.end()) - per_rank.begin());
  return fmt::format("ranks {}; most on rank {}: {:.{}f} s", ranges(ranks),
                     report.location_groups[worst].rank, per_rank[worst], digits);
}

/// The place in the list where the same kind of wait state stands already, with its remedy.
size_t first_of_kind(const std::vector<WaitState>& waits, size_t i) {
  size_t first = 0;
  while (waits[first].metric != waits[i].metric) ++first;
  return first;
}

std::string wait_entry(const Report& report, const std::vector<WaitState>& waits, size_t i, double total) {
  const WaitState& wait = waits[i];
  const int digits = decimals(total);
  const std::string margin(7, ' ');
  std::string text = fmt::format("{:>3}. {:>12.{}f} s {:>5.1f} %  {}\n", i + 1, wait.seconds, digits,
                                 100 * wait.seconds / total, wait.name);
  text += fmt::format("{}at {}\n", margin, end_of(report.path_name(wait.path), kColumns - margin.size() - 3));
  text += wrapped(concerned_ranks(report, wait.per_rank, digits), margin + "on ");
  const std::string remedy = remedy_of(report, wait.metric);
  const size_t first = first_of_kind(waits, i);
  if (remedy.empty()) return text;
  return text +
         (first < i ? fmt::format("{}-> as {}.\n", margin, first + 1) : wrapped(remedy, margin + "-> "));
}

std::string largest_waits(const Report& report, double total, double waiting) {
  std::string text =
      fmt::format("Largest wait states ({:.1f} % of the time is waiting)\n", 100 * waiting / total);
  const std::vector<WaitState> waits = wait_states(report);
  double rest = waiting;
  size_t shown = 0;
  for (; shown < waits.size() && shown < kLargestShown; ++shown) {
    if (shown > 0 && waits[shown].seconds < kVisible * total) break;
    text += wait_entry(report, waits, shown, total);
    rest -= waits[shown].seconds;
  }
  if (shown == waits.size()) return text;
  return text + fmt::format("     {:>12.{}f} s {:>5.1f} %  in {}\n", std::max(rest, 0.0), decimals(total),
                            100 * std::max(rest, 0.0) / total, count_of(waits.size() - shown, "smaller one"));
}

std::string largest_causes(const Report& report, double total, double waiting) {
  const std::vector<RootCause> causes = root_causes(report);
  if (causes.empty()) return "";
  const int digits = decimals(total);
  const std::string margin(7, ' ');
  std::string text = "\nWho made them wait (all waiting, charged to what took longer elsewhere)\n";
  double rest = waiting;
  size_t shown = 0;
  for (; shown < causes.size() && shown < kLargestShown; ++shown) {
    const RootCause& cause = causes[shown];
    if (shown > 0 && cause.seconds < kConsiderable * waiting) break;
    text += fmt::format("{:>3}. {:>12.{}f} s {:>5.1f} %  {}\n", shown + 1, cause.seconds, digits,
                        100 * cause.seconds / waiting,
                        end_of(report.path_name(cause.path), kColumns - kEntryHead));
    text += wrapped(concerned_ranks(report, cause.per_rank, digits), margin + "on ");
    if (cause.long_term >= kConsiderable * cause.seconds) {
      text += fmt::format("{}{:.{}f} s of it further on, through others that had to wait\n", margin,
                          cause.long_term, digits);
    }
    rest -= cause.seconds;
  }
  if (shown == causes.size()) return text;
  return text + fmt::format("     {:>12.{}f} s {:>5.1f} %  in {}\n", std::max(rest, 0.0), digits,
                            100 * std::max(rest, 0.0) / waiting,
                            count_of(causes.size() - shown, "smaller one"));
}

std::string verdict(const Report& report, double total, double waiting) {
  if (!(waiting > 0)) return "No thread ever waited for another one in MPI.\n";
  constexpr double kLittle = 0.01;
  std::string text = largest_waits(report, total, waiting) + largest_causes(report, total, waiting);
  if (waiting < kLittle * total)
    text += "Waiting takes less than 1 % of the time: there is little to gain here.\n";
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
    text += wrapped(each->second, std::string(12, ' '));
  }
  if (text.empty()) return "Anomalies: none. Everything in the trace was used.\n";
  return "Anomalies: what the trace holds beside a complete, consistent run\n" + text;
}

}  // namespace

std::string summarize(const Report& report) {
  const MetricId time = report.find_metric("time");
  if (!time.valid())
    return run_facts(report) + "The report has no metric 'time', so there is nothing to sum up.\n";
  const double total = report::total(report, time);
  double waiting = 0;
  for (MetricId wait : outermost_waits(report)) waiting += report::total(report, wait);
  return run_facts(report) + "\n" + where_the_time_went(report, total, waiting) + "\n" +
         verdict(report, total, waiting) + "\n" + anomalies(report);
}

}  // namespace latecomer::cli
