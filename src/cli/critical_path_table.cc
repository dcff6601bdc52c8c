// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/summary_parts.h"
#include "cli/text.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::cli {

using namespace findings;
using namespace query;
using namespace report;

namespace {

std::vector<CallPathId> largest_first(const std::vector<double>& seconds) {
  std::vector<CallPathId> order;
  for (size_t i = 0; i < seconds.size(); ++i) {
    if (seconds[i] > 0) order.emplace_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](CallPathId a, CallPathId b) { return seconds[a.index()] > seconds[b.index()]; });
  return order;
}

bool is_computation(const Space& space, CallPathId path) {
  const Report& report = space.report();
  const MetricId comp = report.find_metric("comp");
  if (!comp.valid()) return false;
  if (is_gap(report, path)) return true;
  const std::vector<double> values = space.per_location(comp, path, Below::excluded);
  return std::any_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

/// On which ranks the path runs through it, and what even distribution would save.
std::string path_entry(const Space& space, MetricId critical_path, CallPathId path, double imbalance,
                       double whole) {
  const Report& report = space.report();
  const std::string margin(kEntryMargin, ' ');
  const int digits = decimals(whole);
  const std::vector<double> per_rank =
      per_group(report, critical_path, per_location_with_samples(space, critical_path, path));
  std::string text = wrapped(concerned_ranks(report, per_rank, digits), margin + "on ");
  if (imbalance < kConsiderable * whole) return text;
  text += fmt::format("{}{:.{}f} s of it beyond the mean of all threads\n", margin, imbalance, digits);
  if (!is_computation(space, path) || is_not_running(report, path)) return text;
  return text + margin + "-> Distribute this work evenly: the run gets shorter by up to that.\n";
}

}  // namespace

std::string critical_path_table(const Space& space) {
  const Report& report = space.report();
  const MetricId critical_path = report.find_metric("critical_path");
  const MetricId imbalance = report.find_metric("critical_path_imbalance");
  if (!critical_path.valid() || !imbalance.valid()) return "";
  const double whole = space.total(critical_path);
  if (!(whole > 0)) return "";
  const std::vector<double> sampled = space.per_call_path(critical_path, Below::excluded);
  const std::vector<double> seconds = with_samples_in_gaps(report, sampled);
  const std::vector<double> uneven =
      with_samples_in_gaps(report, space.per_call_path(imbalance, Below::excluded));
  const std::vector<CallPathId> order = largest_first(seconds);
  const int digits = decimals(whole);

  std::string text = "What decided how long it took (the critical path; only it shortens the run)\n";
  double rest = whole;
  size_t shown = 0;
  for (; shown < order.size() && shown < kLargestShown; ++shown) {
    const CallPathId path = order[shown];
    const double here = seconds[path.index()];
    if (shown > 0 && here < kConsiderable * whole) break;
    text += entry(shown + 1, here, digits, here / whole, report.path_name(path));
    text += sampled_line(report, most_sampled_in(space, path, sampled));
    text += path_entry(space, critical_path, path, uneven[path.index()], whole);
    rest -= here;
  }
  return text + rest_entry(order.size() - shown, rest, digits, rest / whole);
}

}  // namespace latecomer::cli
