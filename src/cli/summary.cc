// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::cli {

namespace {

using namespace findings;
using namespace query;
using namespace report;

std::string attribute(const Report& report, const std::string& key) {
  const auto found = report.attributes.find(key);
  return found == report.attributes.end() ? "" : found->second;
}

/// The attributes whose keys begin with `prefix`, a paragraph each.
std::string lines_of(const Report& report, const std::string& prefix, const std::string& head) {
  std::string text;
  for (auto each = report.attributes.lower_bound(prefix);
       each != report.attributes.end() && each->first.starts_with(prefix); ++each)
    text += wrapped(each->second, head);
  return text;
}

/// What accelerator streams did, of which nothing else in the summary tells.
std::string stream_facts(const Space& space, double run_seconds) {
  const Report& report = space.report();
  const size_t streams = count_streams(report);
  if (streams == 0) return "";
  std::string text = fmt::format("Streams  {}", count_of(streams, "accelerator stream"));
  const MetricId metric = report.find_metric("accelerator_time");
  if (metric.valid() && run_seconds > 0) {
    const double busy = space.total(metric);
    const double all = static_cast<double>(streams) * run_seconds;
    text +=
        fmt::format(": {0:.{2}f} s busy, {1:.{2}f} s idle", busy, std::max(all - busy, 0.0), decimals(all));
  }
  return text + "\n";
}

/// Why a program that was killed could not go on.
std::string deadlocks(const Report& report) {
  const auto paragraphs = [&](const std::string& key, const std::string& head) {
    std::string text = lines_of(report, key, std::string(head.size(), ' '));
    return text.empty() ? text : text.replace(0, head.size(), head);
  };
  std::string text;
  for (int number = 0;; ++number) {
    const std::string deadlock = paragraphs(fmt::format("latecomer.deadlock.{:03}.", number), "Deadlock ");
    if (deadlock.empty()) break;
    text += deadlock;
  }
  return text + paragraphs("latecomer.wait_for_ended.", "In vain  ");
}

std::string run_facts(const Space& space) {
  const Report& report = space.report();
  const std::string trace = attribute(report, "latecomer.trace");
  std::string text = deadlocks(report);
  if (!trace.empty()) text += fmt::format("Trace    {}\n", trace);
  text += fmt::format("Run      {}, {}", count_of(count_processes(report), "rank"),
                      count_of(count_threads(report), "thread"));
  const double seconds = std::atof(attribute(report, "latecomer.run_seconds").c_str());
  if (seconds > 0) text += fmt::format(", {:.{}f} s", seconds, decimals(seconds));
  text += '\n';
  text += stream_facts(space, seconds);
  if (attribute(report, "latecomer.partial") == "1") {
    text += wrapped(
        "The program did not end in the regular way, or a part of the trace is missing. All numbers hold for "
        "what was recorded.",
        "Partial  ");
    const std::string open = lines_of(report, "latecomer.open_call.", "  ");
    if (!open.empty()) text += "Where it was when it ended\n" + open;
  }
  if (const std::string nodes = lines_of(report, "latecomer.crowded_node.", "         "); !nodes.empty())
    text += wrapped(
                "There were more ranks than cores, so ranks took turns: times, and waiting above all, "
                "contain waiting for a core.",
                "Cores    ") +
            nodes;
  return text + clock_warning(report);
}

std::string after_blank_line(const std::string& block) {
  return block.empty() ? "" : "\n" + block;
}

/// What of the time the trace does not explain; empty where that is nothing worth telling.
std::string not_analyzed(const Space& space, double total) {
  const Report& report = space.report();
  const MetricId metric = report.find_metric("not_analyzed");
  const double seconds = metric.valid() ? space.total(metric) - seconds_off(space) : 0;
  if (!is_worth_telling(seconds, total) || seconds <= 0) return "";
  std::string text = fmt::format("Not analyzed: {:.{}f} s, {:.1f} % of the time\n", seconds, decimals(total),
                                 100 * seconds / total);
  std::vector<double> paths = space.per_call_path(metric, Below::excluded);
  const MetricId off = report.find_metric("recording_off");
  const std::vector<double> without = off.valid() ? space.per_call_path(off, Below::excluded) : paths;
  std::vector<size_t> order;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (off.valid()) paths[i] -= without[i];
    if (paths[i] > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return paths[a] > paths[b]; });
  order.resize(std::min<size_t>(order.size(), 3));
  for (const size_t i : order) {
    const std::string head = fmt::format("  {:>10.{}f} s  at ", paths[i], decimals(total));
    text += head + end_of(report.path_name(CallPathId(i)), columns() - head.size()) + "\n";
  }
  return text +
         wrapped(
             "For these the trace does not tell who waited for whom, so waiting in them, if any, is not "
             "in what follows: latecomer show -m not_analyzed.",
             "  ") +
         "\n";
}

/// How long threads ran of which the trace has no events; empty where that is nothing worth telling.
std::string unrecorded_threads(const Report& report, double total) {
  const auto number = [&](const char* name) {
    return std::atof(attribute(report, std::string("latecomer.unrecorded_threads.") + name).c_str());
  };
  const double seconds = number("seconds");
  constexpr double kNoticeable = 0.01;
  if (!(seconds > kNoticeable * total)) return "";
  return fmt::format("Not recorded: {:.{}f} s of processor time\n", seconds, decimals(total)) +
         wrapped(fmt::format(
                     "Threads that were not recorded, such as those of OpenMP, ran for so long, most on rank "
                     "{}: {:.{}f} s. The trace does not tell what they did, so their waiting for each other, "
                     "if any, is not in what follows. With latecomer record --openmp, OpenMP programs of gcc "
                     "are recorded with their threads.",
                     attribute(report, "latecomer.unrecorded_threads.most_rank"), number("most"),
                     decimals(total)),
                 "  ") +
         "\n";
}

std::string verdict(const Space& space, double total, double waiting) {
  const Report& report = space.report();
  const std::string unknown =
      recording_off(space) + unrecorded_threads(report, total) + not_analyzed(space, total);
  if (!(waiting > 0))
    return unknown + fmt::format("No thread ever waited for another one in MPI{}.\n",
                                 unknown.empty() ? "" : ", as far as the trace tells");
  if (!is_worth_telling(waiting, total)) {
    const std::string little = fmt::format("Waiting takes {}, less than 1 % of the time", with_unit(waiting));
    return unknown + wrapped(unknown.empty() ? little + ": there is little to gain."
                                             : little + ", as far as the trace tells.",
                             "");
  }
  std::string text = unknown + largest_waits(space, total, waiting) +
                     after_blank_line(largest_causes(space, total, waiting));
  constexpr double kLittle = 0.01;
  if (waiting < kLittle * total && unknown.empty())
    text += "Waiting takes less than 1 % of the time: there is little to gain here.\n";
  return text;
}

/// How often each kind of `what` ("anomaly", "note") occurred, and where.
std::string counts_of(const Report& report, const std::string& what) {
  const std::string count_key = "latecomer." + what + ".";
  std::string text;
  for (auto each = report.attributes.lower_bound(count_key);
       each != report.attributes.end() && each->first.starts_with(count_key); ++each) {
    const std::string name = each->first.substr(count_key.size());
    const std::string meaning = attribute(report, "latecomer." + what + "_text." + name);
    text += wrapped(meaning.empty() ? name : meaning, fmt::format("  {:>8}  ", each->second));
    text += lines_of(report, "latecomer." + what + "_place." + name + ".", std::string(12, ' '));
  }
  return text;
}

std::string notes(const Report& report) {
  const std::string text = counts_of(report, "note");
  return text.empty() ? "" : "Notes: what no trace can tell, or what the program did\n" + text;
}

std::string anomalies(const Report& report) {
  const std::string text =
      counts_of(report, "anomaly") + lines_of(report, "latecomer.anomaly_detail.", std::string(12, ' '));
  if (text.empty()) return "Anomalies: none. Everything in the trace was used.\n";
  return "Anomalies: what the trace holds beside a complete, consistent run\n" + text;
}

}  // namespace

std::string summarize(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (!time.valid())
    return run_facts(space) + "The report has no metric 'time', so there is nothing to sum up.\n";
  const double total = space.total(time);
  double waiting = 0;
  for (MetricId wait : outermost_waits(report)) waiting += space.total(wait);
  return run_facts(space) + "\n" + time_table(space, total, waiting) +
         after_blank_line(file_table(space, total)) + after_blank_line(efficiency_table(space)) + "\n" +
         verdict(space, total, waiting) + after_blank_line(critical_path_table(space)) +
         after_blank_line(clock_table(report)) + "\n" + anomalies(report) + after_blank_line(notes(report));
}

}  // namespace latecomer::cli
