// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/gaps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "query/space.h"
#include "report/call_sites.h"
#include "report/locations.h"
#include "report/path_names.h"
#include "report/tree.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

bool is_not_running(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].role == kNotRunningRole;
}

namespace {

/// Returns whether a call path is a function that was sampled in a gap.
bool is_sampled(const Report& report, CallPathId path) {
  return !is_gap(report, path) && !is_not_running(report, path);
}

std::vector<double> while_running(const Report& report, std::vector<double> per_call_path) {
  for (size_t i = 0; i < per_call_path.size(); ++i) {
    if (is_not_running(report, CallPathId(i))) per_call_path[i] = 0;
  }
  return per_call_path;
}

double samples_in(const Space& space, CallPathId gap) {
  const std::vector<double> samples =
      space.per_location(space.report().find_metric("samples"), gap, Below::included);
  return std::accumulate(samples.begin(), samples.end(), 0.0);
}

/// Returns how far off an estimate of a proportion is: two standard deviations, with two samples more of each
/// kind, so that few samples that agree do not pass for certainty.
double error_of(double share, double samples) {
  if (samples == 0) return 1;
  const double number = samples + 4;
  const double proportion = (share * samples + 2) / number;
  return 2 * std::sqrt(proportion * (1 - proportion) / number);
}

/// Returns what is between a gap and a function that was sampled in it, without what led to the gap's own.
std::vector<CallPathId> functions_between(const Report& report, CallPathId gap, CallPathId part) {
  std::vector<CallPathId> functions;
  for (CallPathId path = part; path != gap; path = report.call_paths[path.index()].parent) {
    if (path != part && region_name(report, gap).starts_with(region_name(report, path) + " (")) break;
    functions.push_back(path);
  }
  std::ranges::reverse(functions);
  return functions;
}

}  // namespace

std::vector<CallPathId> gaps_around(const Report& report) {
  std::vector<CallPathId> around;
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    const bool is_in_gap = parent.valid() && is_gap(report, around[parent.index()]);
    around.push_back(is_in_gap && is_sampled(report, CallPathId(i)) ? around[parent.index()] : CallPathId(i));
  }
  return around;
}

std::vector<double> with_samples_in_gaps(const Report& report, std::vector<double> per_call_path) {
  const std::vector<CallPathId> around = gaps_around(report);
  for (size_t i = 0; i < per_call_path.size(); ++i) {
    if (around[i].index() != i) per_call_path[around[i].index()] += std::exchange(per_call_path[i], 0);
  }
  return per_call_path;
}

std::vector<double> per_location_with_samples(const Space& space, MetricId metric, CallPathId path) {
  const Report& report = space.report();
  if (!is_gap(report, path)) return space.per_location(metric, path, Below::excluded);
  std::vector<double> values = space.per_location(metric, path, Below::included);
  for (size_t i = path.index() + 1; i < report.call_paths.size(); ++i) {
    if (report.call_paths[i].parent != path || !is_not_running(report, CallPathId(i))) continue;
    const std::vector<double> without = space.per_location(metric, CallPathId(i), Below::excluded);
    for (size_t l = 0; l < values.size(); ++l) values[l] -= without[l];
  }
  return values;
}

namespace {

/// Says in which function most of a gap's value is, which `samples` tell.
std::optional<SampledPart> most_of(const Report& report, CallPathId gap,
                                   const std::vector<double>& per_call_path, double samples) {
  constexpr double kMost = 0.75;
  const OwnCode own(report);
  const std::vector<double> sums = with_below(report.call_paths, while_running(report, per_call_path));
  const double whole = sums[gap.index()];
  CallPathId innermost = gap;
  CallPathId in_own_code = gap;
  for (size_t i = gap.index() + 1; i < sums.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    if (path.parent != innermost || sums[i] < kMost * whole) continue;
    innermost = CallPathId(i);
    if (path.call_line > 0 && own.has_file(path.call_file)) in_own_code = innermost;
  }
  if (innermost == gap || !(whole > 0)) return std::nullopt;
  const CallPathId part = in_own_code == gap ? innermost : in_own_code;
  const double share = sums[part.index()] / whole;
  return SampledPart{part, share, samples, error_of(share, samples), functions_between(report, gap, part)};
}

/// Sorts the threads that have a gap into those that are late by it, with their parts of all that they are
/// late, and the others.
struct LateThreads {
  LateThreads(const Space& space, CallPathId gap, const std::vector<double>& late)
      : parts(late.size()), is_other(late.size()) {
    constexpr double kLate = 0.01;  // of what the latest is
    const double most = late.empty() ? 0 : *std::ranges::max_element(late);
    const std::vector<double> times =
        space.per_location(space.report().find_metric("time"), gap, Below::included);
    double sum = 0;
    for (size_t l = 0; l < late.size(); ++l) {
      if (late[l] > kLate * most) sum += parts[l] = late[l];
      is_other[l] = parts[l] == 0 && l < times.size() && times[l] > 0;
    }
    for (double& part : parts) part = sum > 0 ? part / sum : 0;
  }

  bool can_be_compared() const { return std::ranges::count(is_other, true) > 0; }
  /// Returns how much longer those that are late took than the mean of the others.
  double longer(const std::vector<double>& times) const {
    double others = 0;
    for (size_t l = 0; l < times.size(); ++l) others += is_other[l] ? times[l] : 0;
    const double mean = others / static_cast<double>(std::ranges::count(is_other, true));
    double sum = 0;
    for (size_t l = 0; l < times.size(); ++l) sum += parts[l] * std::max(times[l] - mean, 0.0);
    return sum;
  }
  double of_late(const std::vector<double>& values) const {
    double sum = 0;
    for (size_t l = 0; l < values.size(); ++l) sum += parts[l] > 0 ? values[l] : 0;
    return sum;
  }

  std::vector<double> parts;
  std::vector<bool> is_other;
};

}  // namespace

std::optional<SampledPart> most_sampled_in(const Space& space, CallPathId gap,
                                           const std::vector<double>& per_call_path) {
  if (!is_gap(space.report(), gap)) return std::nullopt;
  return most_of(space.report(), gap, per_call_path, samples_in(space, gap));
}

std::optional<SampledPart> sampled_beyond_others(const Space& space, CallPathId gap,
                                                 const std::vector<double>& per_location) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  const MetricId samples = report.find_metric("samples");
  if (!is_gap(report, gap) || !time.valid()) return std::nullopt;
  const LateThreads threads(space, gap, per_location);
  if (!threads.can_be_compared()) return std::nullopt;
  std::vector<double> longer(report.call_paths.size());
  std::vector<bool> is_within(report.call_paths.size());
  double sum = 0;
  double whole = 0;
  for (size_t i = gap.index(); i < longer.size(); ++i) {
    const CallPathId parent = report.call_paths[i].parent;
    is_within[i] = i == gap.index() || (parent.valid() && is_within[parent.index()]);
    if (!is_within[i] || is_not_running(report, CallPathId(i))) continue;
    const std::vector<double> times = space.per_location(time, CallPathId(i), Below::excluded);
    sum += longer[i] = threads.longer(times);
    whole += threads.of_late(times);
  }
  if (!(sum > 0) || !(whole > 0)) return std::nullopt;
  const double all = threads.of_late(space.per_location(samples, gap, Below::included));
  return most_of(report, gap, longer, std::floor(all * std::min(sum / whole, 1.0)));
}

void add_sampled(const Report& report, std::optional<SampledPart>& to, const std::optional<SampledPart>& from,
                 double share) {
  if (!to) return;
  to->share *= 1 - share;
  if (!from) return;
  if (region_name(report, to->path) == region_name(report, from->path)) to->share += share * from->share;
  to->samples = to->samples == 0 || from->samples == 0 ? 0 : to->samples + from->samples;
  to->error = error_of(to->share, to->samples);
}

}  // namespace latecomer::findings
