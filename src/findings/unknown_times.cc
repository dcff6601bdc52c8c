// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/amount_text.h"
#include "findings/considerable.h"
#include "findings/summary.h"
#include "report/attributes.h"
#include "report/locations.h"
#include "report/ranks_text.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr size_t kMostPaths = 3;

/// Returns whether messages or collective operations could not be matched.
bool has_unmatched(const Report& report) {
  constexpr std::array kKinds = {"unmatched_send", "unmatched_receive", "incomplete_collective",
                                 "mismatched_collective"};
  return std::ranges::any_of(kKinds, [&](const char* kind) {
    return report.attributes.contains(std::string("latecomer.anomaly.") + kind);
  });
}

void add_recording_off(const Space& space, std::vector<Caution>& all) {
  const Report& report = space.report();
  const double seconds = seconds_off(space);
  if (!(seconds > 0)) return;
  const std::vector<double> per_rank = space.per_group(report.find_metric("recording_off"));
  std::vector<int64_t> ranks;
  for (size_t i = 0; i < report.location_groups.size(); ++i) {
    if (per_rank[i] > 0) ranks.push_back(report.location_groups[i].rank);
  }
  std::string text = "What happened then is not in the trace. Percentages of the time are of all of it.";
  if (has_unmatched(report))
    text +=
        " Messages or collective operations were under way when it was switched. What could not be matched "
        "is among the anomalies below, and collective operations can have been matched wrongly.";
  all.push_back({fmt::format("Recording was off for {} of all threads together, on {}.", with_unit(seconds),
                             ranks_text(ranks, count_processes(report))),
                 std::move(text)});
}

/// Adds for how long threads ran of which the trace has no events.
void add_unrecorded_threads(const Report& report, double total, std::vector<Caution>& all) {
  const auto of_threads = [&](const char* name) {
    return attribute(report, std::string("latecomer.unrecorded_threads.") + name);
  };
  const double seconds = std::atof(of_threads("seconds").c_str());
  if (!(seconds > kConsiderable * total)) return;
  all.push_back(
      {fmt::format("Not recorded: {} of processor time", with_unit(seconds)),
       fmt::format("Threads that were not recorded, such as those of OpenMP, ran for so long, most on rank "
                   "{}: {}. The trace does not tell what they did, so their waiting for each other, if any, "
                   "is not in what follows. With latecomer record --openmp, OpenMP programs of gcc are "
                   "recorded with their threads.",
                   of_threads("most_rank"), with_unit(std::atof(of_threads("most").c_str())))});
}

/// Keeps the few with the most time, those with the most first.
std::vector<Caution::Time> most_of(std::vector<Caution::Time> times) {
  std::ranges::stable_sort(times, std::ranges::greater(), &Caution::Time::seconds);
  times.resize(std::min(times.size(), kMostPaths));
  return times;
}

/// Returns the call paths with the most time that was recorded and is not analyzed.
std::vector<Caution::Time> not_analyzed_at(const Space& space, MetricId metric) {
  const std::vector<double> paths = space.per_call_path(metric, Below::excluded);
  const std::vector<double> off =
      space.per_call_path(space.report().find_metric("recording_off"), Below::excluded);
  std::vector<Caution::Time> times;
  for (size_t p = 0; p < paths.size(); ++p)
    if (paths[p] - off[p] > 0) times.push_back({CallPathId(p), paths[p] - off[p], ""});
  return most_of(std::move(times));
}

void add_not_analyzed(const Space& space, double total, std::vector<Caution>& all) {
  const MetricId metric = space.report().find_metric("not_analyzed");
  const double seconds = space.total(metric) - seconds_off(space);
  if (!is_worth_advice(seconds, total) || seconds <= 0) return;
  all.push_back(
      {fmt::format("Not analyzed: {}, {:.1f} % of the time", with_unit(seconds), 100 * seconds / total),
       "For these the trace does not tell who waited for whom, so waiting in them, if any, is not in "
       "what follows: latecomer show -m not_analyzed.",
       {},
       not_analyzed_at(space, metric)});
}

/// Writes a time of at least `seconds` as --polling-gap takes it, with two digits: "320us".
std::string option_value(double seconds) {
  constexpr double kMicrosecond = 1e-6;
  const double microseconds = seconds / kMicrosecond;
  const double step = std::pow(10, std::max(std::floor(std::log10(microseconds)) - 1, 0.0));
  return fmt::format("{:.0f}us", std::ceil(microseconds / step) * step);
}

/// Adds the time between tests that find nothing, with the option for the case that the program waits there.
void add_tests_apart(const Space& space, double total, std::vector<Caution>& all) {
  const MetricId time = space.report().find_metric("between_tests");
  const MetricId number = space.report().find_metric("tests_apart");
  const std::vector<double> seconds = space.per_call_path(time, Below::excluded);
  const std::vector<double> numbers = space.per_call_path(number, Below::excluded);
  std::vector<Caution::Time> times;
  for (size_t p = 0; p < seconds.size(); ++p) {
    if (numbers[p] > 0 && seconds[p] >= kConsiderable * total)
      times.push_back(
          {CallPathId(p), seconds[p], fmt::format(", {} apart", with_unit(seconds[p] / numbers[p]))});
  }
  if (times.empty()) return;
  times = most_of(std::move(times));
  double longest = 0;
  for (const Caution::Time& each : times)
    longest = std::max(longest, each.seconds / numbers[each.path.index()]);
  const std::string option = "--polling-gap " + option_value(2 * longest);
  all.push_back({"Work or waiting: time between tests that find nothing, one after another",
                 fmt::format("The trace does not tell whether the program works there or only waits, so all "
                             "of it is computation in what follows. If it waits: latecomer record {}, or, of "
                             "an archive of another tool, latecomer analyze {}.",
                             option, option),
                 {},
                 std::move(times)});
}

}  // namespace

double seconds_off(const Space& space) {
  return space.total(space.report().find_metric("recording_off"));
}

std::vector<Caution> unknown_times(const Space& space) {
  std::vector<Caution> all;
  const MetricId time = space.report().find_metric("time");
  if (!time.valid()) return all;
  const double total = space.total(time);
  add_recording_off(space, all);
  add_unrecorded_threads(space.report(), total, all);
  add_not_analyzed(space, total, all);
  add_tests_apart(space, total, all);
  return all;
}

}  // namespace latecomer::findings
