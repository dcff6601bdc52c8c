// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::cli {

using namespace query;
using namespace report;

namespace {

/// Whether something found nobody, or others than it should have.
bool has_unmatched(const Report& report) {
  constexpr std::array kKinds = {"unmatched_send", "unmatched_receive", "incomplete_collective",
                                 "mismatched_collective"};
  return std::ranges::any_of(kKinds, [&](const char* kind) {
    return report.attributes.contains(std::string("latecomer.anomaly.") + kind);
  });
}

}  // namespace

double seconds_off(const Space& space) {
  const Report& report = space.report();
  const MetricId metric = report.find_metric("recording_off");
  return metric.valid() ? space.total(metric) : 0;
}

std::string recording_off(const Space& space) {
  const Report& report = space.report();
  const double seconds = seconds_off(space);
  if (!(seconds > 0)) return "";
  const std::vector<double> per_rank = per_group(report, report.find_metric("recording_off"),
                                                 space.per_location(report.find_metric("recording_off")));
  std::vector<int64_t> ranks;
  double longest = 0;
  for (size_t i = 0; i < report.location_groups.size(); ++i) {
    if (per_rank[i] > 0) ranks.push_back(report.location_groups[i].rank);
    longest = std::max(longest, per_rank[i]);
  }
  std::string text = "What happened then is not in the trace. Percentages of the time are of all of it.";
  if (has_unmatched(report))
    text +=
        " Messages or collective operations were under way when it was switched. What could not be matched "
        "is "
        "among the anomalies below, and collective operations can have been matched wrongly.";
  return wrapped(fmt::format("Recording was off for {:.{}f} s of all threads together, on {}.", seconds,
                             decimals(longest), ranks_text(ranks, count_processes(report))),
                 "") +
         wrapped(text, "  ") + "\n";
}

}  // namespace latecomer::cli
