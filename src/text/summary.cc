// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "findings/considerable.h"
#include "findings/summary.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/attributes.h"
#include "report/locations.h"
#include "text/gain_table.h"
#include "text/path_ends.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {

namespace {

using namespace findings;
using namespace query;
using namespace report;

constexpr size_t kHeadWidth = 9;  ///< Is how many columns stand before what is at the top.

/// Says what accelerator streams did, which nothing else in the summary has.
std::string stream_facts(const Space& space, double seconds) {
  const Report& report = space.report();
  const size_t streams = count_streams(report);
  if (streams == 0) return "";
  std::string text = fmt::format("Streams  {}", count_of(streams, "accelerator stream"));
  const MetricId metric = report.find_metric("accelerator_time");
  if (metric.valid() && seconds > 0) {
    const double busy = space.total(metric);
    const double all = static_cast<double>(streams) * seconds;
    text += fmt::format(": {} busy, {} idle", with_unit(busy), with_unit(std::max(all - busy, 0.0)));
  }
  return text + "\n";
}

/// Returns "Cores    There were more ranks than cores, ..." with its lines below.
std::string caution_text(const Caution& caution, bool has_title) {
  const std::string margin(kHeadWidth, ' ');
  std::string text = caution.text.empty() ? "" : wrapped(caution.text, margin);
  for (const std::string& line : caution.lines) text += wrapped(line, margin);
  return has_title ? text.replace(0, kHeadWidth, fmt::format("{:<{}}", caution.title, kHeadWidth)) : text;
}

/// Lists cautions; a title stands before the first of several that have it.
std::string cautions_text(const std::vector<Caution>& cautions) {
  std::string text;
  for (size_t i = 0; i < cautions.size(); ++i)
    text += caution_text(cautions[i], i == 0 || cautions[i].title != cautions[i - 1].title);
  return text;
}

std::string run_facts(const Space& space) {
  const Report& report = space.report();
  const std::string trace = attribute(report, "latecomer.trace");
  std::string text = cautions_text(how_it_ended(report));
  if (!trace.empty()) text += fmt::format("Trace    {}\n", trace);
  text += fmt::format("Run      {}, {}", count_of(count_processes(report), "rank"),
                      count_of(count_threads(report), "thread"));
  const double seconds = run_seconds(report);
  if (seconds > 0) text += ", " + with_unit(seconds);
  text += '\n';
  text += stream_facts(space, seconds);
  return text + cautions_text(cautions(space)) + clock_warning(report);
}

std::string after_blank_line(const std::string& block) {
  return block.empty() ? "" : "\n" + block;
}

/// Says where the times of a caution are, a line each.
std::string times_text(const Report& report, const std::vector<Caution::Time>& times) {
  std::vector<std::string> names;
  for (const Caution::Time& each : times) names.push_back(report.path_name(each.path));
  const PathEnds ends(names);
  std::string text;
  for (size_t i = 0; i < times.size(); ++i) {
    const std::string head = fmt::format("  {:>12}  at ", with_unit(times[i].seconds));
    const std::string& remark = times[i].remark;
    text += wrapped(ends.of(names[i], columns() - head.size() - remark.size()) + remark, head);
  }
  return text;
}

/// Says what the numbers leave out, a paragraph each.
std::string unknown_text(const Space& space) {
  std::string text;
  for (const Caution& each : unknown_times(space))
    text +=
        wrapped(each.title, "") + times_text(space.report(), each.times) + wrapped(each.text, "  ") + "\n";
  return text;
}

/// Sums up; `unknown` says that what the trace leaves out is said before.
std::string verdict(const Space& space, double total, double waiting, bool unknown) {
  const Report& report = space.report();
  if (!(waiting > 0))
    return fmt::format("No thread ever waited for another one in MPI{}.\n",
                       unknown ? ", as far as the trace tells" : "");
  const bool can_gain = !unknown && !was_killed(report);
  if (!is_worth_advice(waiting, total)) {
    const std::string little = fmt::format("Waiting takes {}, less than 1 % of the time", with_unit(waiting));
    return wrapped(little + (can_gain  ? ": there is little to gain."
                             : unknown ? ", as far as the trace tells."
                                       : "."),
                   "");
  }
  std::string text =
      largest_waits(space, total, waiting) + after_blank_line(largest_causes(space, total, waiting));
  constexpr double kLittle = 0.01;
  if (waiting < kLittle * total && can_gain)
    text += "Waiting takes less than 1 % of the time: there is little to gain here.\n";
  return text;
}

}  // namespace

std::string summarize(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (!time.valid())
    return run_facts(space) + "The report has no metric 'time', so there is nothing to sum up.\n";
  const double total = space.total(time);
  const double waiting = total_waiting(space);
  const std::string unknown = unknown_text(space);
  return run_facts(space) + after_blank_line(gain_table(space, total, waiting)) + "\n" +
         time_table(space, total, waiting) + after_blank_line(file_table(space, total)) +
         after_blank_line(unknown) + after_blank_line(efficiency_table(space)) + "\n" +
         verdict(space, total, waiting, !unknown.empty()) + after_blank_line(size_table(space, total)) +
         after_blank_line(critical_path_table(space)) + after_blank_line(clock_table(report)) + "\n" +
         anomalies(space) + after_blank_line(notes(report));
}

}  // namespace latecomer::text
