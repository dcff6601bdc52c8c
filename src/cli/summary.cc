// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/summary.h"

#include <fmt/format.h>

#include <cstdlib>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "cli/wait_states.h"
#include "report/totals.h"

namespace latecomer::cli {

namespace {

using namespace report;

std::string attribute(const Report& report, const std::string& key) {
  const auto found = report.attributes.find(key);
  return found == report.attributes.end() ? "" : found->second;
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
    text += wrapped(
        "The program did not end in the regular way, or a part of the trace is missing. All numbers hold for "
        "what was recorded.",
        "Partial  ");
  }
  return text + clock_warning(report);
}

std::string after_blank_line(const std::string& block) {
  return block.empty() ? "" : "\n" + block;
}

std::string verdict(const Report& report, double total, double waiting) {
  if (!(waiting > 0)) return "No thread ever waited for another one in MPI.\n";
  constexpr double kLittle = 0.01;
  std::string text =
      largest_waits(report, total, waiting) + after_blank_line(largest_causes(report, total, waiting));
  if (waiting < kLittle * total)
    text += "Waiting takes less than 1 % of the time: there is little to gain here.\n";
  return text;
}

/// A line for each kind of `what`, "anomaly" or "note": how often it occurred, and what it is.
std::string counted(const Report& report, const std::string& what) {
  const std::string count_key = "latecomer." + what + ".";
  std::string text;
  for (auto each = report.attributes.lower_bound(count_key);
       each != report.attributes.end() && each->first.starts_with(count_key); ++each) {
    const std::string name = each->first.substr(count_key.size());
    const std::string meaning = attribute(report, "latecomer." + what + "_text." + name);
    text += wrapped(meaning.empty() ? name : meaning, fmt::format("  {:>8}  ", each->second));
  }
  return text;
}

std::string notes(const Report& report) {
  const std::string text = counted(report, "note");
  return text.empty() ? "" : "Notes: what no trace can tell\n" + text;
}

std::string anomalies(const Report& report) {
  std::string text = counted(report, "anomaly");
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
  return run_facts(report) + "\n" + time_table(report, total, waiting) +
         after_blank_line(efficiency_table(report)) + "\n" + verdict(report, total, waiting) +
         after_blank_line(critical_path_table(report)) + after_blank_line(clock_table(report)) + "\n" +
         anomalies(report) + after_blank_line(notes(report));
}

}  // namespace latecomer::cli
