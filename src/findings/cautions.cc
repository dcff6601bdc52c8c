// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "findings/summary.h"
#include "report/attributes.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

/// Adds a caution about `lines`; none where there are no lines.
void add(std::vector<Caution>& all, const char* title, const char* text, std::vector<std::string> lines) {
  if (!lines.empty()) all.push_back({title, text, std::move(lines)});
}

/// Adds why the report is not of the whole run, if it is not.
void add_partial(const Report& report, std::vector<Caution>& all) {
  if (attribute(report, "latecomer.partial") != "1") return;
  std::vector<std::string> open_calls = attributes_below(report, "latecomer.open_call.");
  const bool was_off = !open_calls.empty() && !was_killed(report);
  std::string text =
      was_off ? "Recording ended before the program did: it was as large as --max-size allows, or had "
                "trouble, as it said then, or the program had switched it off. All numbers hold for "
                "what was recorded."
              : "The program did not end in the regular way, or a part of the trace is missing. All numbers "
                "hold for what was recorded.";
  if (!open_calls.empty())
    text += was_off ? " Where it was when recording ended:" : " Where it was when it ended:";
  all.push_back({was_off ? "Stopped" : "Partial", std::move(text), std::move(open_calls)});
}

/// Holds how much of the time of all threads time without a core is, and on which rank it is most.
struct WithoutCore {
  double share = 0;
  double most = 0;  ///< Is the part of the time of that rank's threads.
  int64_t rank = 0;
};

WithoutCore without_core(const Space& space, const char* id) {
  const Report& report = space.report();
  WithoutCore result;
  const MetricId time = report.find_metric("time");
  const MetricId metric = report.find_metric(id);
  const std::vector<double> all = space.per_group(time);
  const std::vector<double> without = space.per_group(metric);
  for (size_t i = 0; i < all.size(); ++i) {
    if (!(all[i] > 0) || without[i] <= result.most * all[i]) continue;
    result.most = without[i] / all[i];
    result.rank = report.location_groups[i].rank;
  }
  if (const double total = space.total(time); total > 0) result.share = space.total(metric) / total;
  return result;
}

/// Adds a caution about a metric of time without a core, unless it is little. `where` stands before the
/// share, `what` says what it means.
void add_without_core(const Space& space, const char* id, const char* where, const std::string& what,
                      std::vector<Caution>& all) {
  constexpr double kMuch = 0.05;  // This is a part of all time.
  const WithoutCore without = without_core(space, id);
  if (without.share < kMuch) return;
  all.push_back({"Cores", fmt::format("{} in {:.0f} % of their time, most on rank {}: {:.0f} %. {}", where,
                                      100 * without.share, without.rank, 100 * without.most, what)});
}

/// Says which part of the time in which threads did not run had which reason.
std::string why_not_running(const Space& space) {
  const auto total = [&](const char* id) {
    const MetricId metric = space.report().find_metric(id);
    return metric.valid() ? space.total(metric) : 0;
  };
  const double all = total("not_running");
  const double preempted = (total("preempted") + total("ready")) / all;
  const double blocked = total("blocked") / all;
  if (!(preempted + blocked > 0))
    return "Others had their cores, or they slept or waited for the operating system.";
  std::string text = fmt::format(
      "Of that, others had their cores for {:.0f} %, and for {:.0f} % they slept or waited for the operating "
      "system",
      100 * preempted, 100 * blocked);
  constexpr double kLittle = 0.01;
  const double unknown = 1 - preempted - blocked;
  return text + (unknown > kLittle ? fmt::format("; of {:.0f} % it is not known.", 100 * unknown) : ".");
}

/// Adds why there were too few cores, and what that does to the numbers, if there were.
void add_cores(const Space& space, std::vector<Caution>& all) {
  add(all, "Cores",
      "There were more ranks than cores, so ranks took turns: times, and waiting above all, contain waiting "
      "for a core.",
      attributes_below(space.report(), "latecomer.crowded_node."));
  add(all, "Cores",
      "There were more threads than cores. Where they had work at the same time they took turns: times, and "
      "waiting above all, contain waiting for a core.",
      attributes_below(space.report(), "latecomer.crowded_by_threads."));
  add(all, "Cores",
      "A hypervisor had cores of the nodes for others. Nobody can say when: what ran there meanwhile seems "
      "to "
      "have taken longer.",
      attributes_below(space.report(), "latecomer.stolen."));
  const MetricId files = space.report().find_metric("posix_io");
  const bool are_files_recorded = files.valid() && space.total(files) > 0;
  add_without_core(
      space, "not_running", "While they computed, threads did not run",
      why_not_running(space) +
          " It is in computation and in the efficiencies as if it were work, and others waited for it." +
          (are_files_recorded ? ""
                              : " Reading and writing files is not recorded and can be a part of it: "
                                "latecomer record --posix-io."),
      all);
  add_without_core(space, "mpi_not_running", "In MPI calls threads had no core",
                   "Where they had to wait anyway, that cost nothing; where others waited for them, these "
                   "waited longer.",
                   all);
}

}  // namespace

std::vector<Caution> how_it_ended(const Report& report) {
  std::vector<Caution> all;
  add(all, "Ended", "", attributes_below(report, "latecomer.ended_by."));
  for (int number = 0;; ++number) {
    std::vector<std::string> lines =
        attributes_below(report, fmt::format("latecomer.deadlock.{:03}.", number));
    if (lines.empty()) break;
    add(all, "Deadlock", "", std::move(lines));
  }
  add(all, "Endless", "", attributes_below(report, "latecomer.wait_for_ended."));
  return all;
}

std::vector<Caution> cautions_about_times(const Space& space) {
  std::vector<Caution> all;
  add_partial(space.report(), all);
  add_cores(space, all);
  return all;
}

std::vector<Caution> cautions(const Space& space) {
  std::vector<Caution> all = cautions_about_times(space);
  for (Caution& caution : nameless_functions(space)) all.push_back(std::move(caution));
  return all;
}

}  // namespace latecomer::findings
