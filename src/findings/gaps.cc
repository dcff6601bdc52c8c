// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/gaps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "findings/sums.h"
#include "query/space.h"
#include "report/call_sites.h"
#include "report/locations.h"
#include "report/path_names.h"
#include "report/tree.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

std::optional<OffCore> off_core(const Report& report, CallPathId path) {
  const Region& region = report.regions[report.call_paths[path.index()].region.index()];
  if (region.role != kNotRunningRole) return std::nullopt;
  const std::string& name = region.mangled_name.empty() ? region.name : region.mangled_name;
  const auto found = std::ranges::find(kOffCore, name, &OffCoreInfo::name);
  return found == kOffCore.end() ? OffCore::not_running : static_cast<OffCore>(found - kOffCore.begin());
}

uint32_t off_core_kind(const Report& report, CallPathId path) {
  const std::optional<OffCore> why = off_core(report, path);
  return why ? 1 + static_cast<uint32_t>(*why) : 0;
}

std::vector<CallPathId> preempted_paths(const Report& report) {
  std::vector<CallPathId> paths;
  for (size_t p = 0; p < report.call_paths.size(); ++p)
    if (off_core(report, CallPathId(p)) == OffCore::preempted) paths.emplace_back(p);
  return paths;
}

const char* why_off_core(const Report& report, CallPathId path) {
  const std::optional<OffCore> why = off_core(report, path);
  return why ? info_of(*why).why : "";
}

namespace {

/// Returns whether what is sampled in a call path is a part of what was measured of it.
bool is_measured(const Report& report, CallPathId path) {
  const std::string& paradigm = report.regions[report.call_paths[path.index()].region.index()].paradigm;
  return is_gap(report, path) || paradigm == "openmp" || paradigm == "compiler" || paradigm == "user";
}

/// Returns whether a call path is a function that was sampled in one that was measured, or inlined there.
bool is_sampled_in(const Report& report, CallPathId measured, CallPathId path) {
  if (is_gap(report, path) || is_not_running(report, path)) return false;
  return is_gap(report, measured) ||
         report.regions[report.call_paths[path.index()].region.index()].paradigm == "sampling";
}

double samples_in(const Space& space, const MeasuredPaths& measured, CallPathId path) {
  const std::vector<double> samples =
      measured.per_location(space, space.report().find_metric("samples"), path);
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

/// Returns what is between a measured call path and a function that was sampled in it, without what led to a
/// gap's own function.
std::vector<CallPathId> functions_between(const Report& report, CallPathId measured, CallPathId part) {
  std::vector<CallPathId> functions;
  for (CallPathId path = part; path != measured; path = report.call_paths[path.index()].parent) {
    if (path != part && region_name(report, measured).starts_with(region_name(report, path) + " (")) break;
    functions.push_back(path);
  }
  std::ranges::reverse(functions);
  return functions;
}

}  // namespace

MeasuredPaths::MeasuredPaths(const Report& report)
    : parts_(report.call_paths.size()), first_part_(report.call_paths.size() + 1) {
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPathId path(i);
    const CallPathId parent = report.call_paths[i].parent;
    const CallPathId outside = parent.valid() ? around_[parent.index()] : CallPathId();
    const bool is_part =
        outside.valid() && is_measured(report, outside) && is_sampled_in(report, outside, path);
    around_.push_back(is_part ? outside : path);
    ++first_part_[around_.back().index() + 1];
  }
  std::partial_sum(first_part_.begin(), first_part_.end(), first_part_.begin());
  std::vector<size_t> next(first_part_.begin(), first_part_.end() - 1);
  for (size_t i = 0; i < around_.size(); ++i) parts_[next[around_[i].index()]++] = CallPathId(i);
}

std::vector<double> MeasuredPaths::sums(std::vector<double> per_call_path) const {
  for (size_t i = 0; i < per_call_path.size(); ++i) {
    if (around_[i].index() != i) per_call_path[around_[i].index()] += std::exchange(per_call_path[i], 0);
  }
  return per_call_path;
}

std::vector<double> MeasuredPaths::per_location(const Space& space, MetricId metric, CallPathId path) const {
  std::vector<double> values = space.per_location(metric, path, Below::excluded);
  for (const CallPathId part : parts(path))
    if (part != path) add_values(values, space.per_location(metric, part, Below::excluded));
  return values;
}

namespace {

/// Says in which function most of a measured call path's value is, which `samples` tell.
std::optional<SampledPart> most_of(const Report& report, const MeasuredPaths& measured, CallPathId path,
                                   const std::vector<double>& per_call_path, double samples) {
  constexpr double kMost = 0.75;
  const OwnCode own(report);
  std::vector<double> sums(report.call_paths.size());
  for (const CallPathId part : measured.parts(path)) sums[part.index()] = per_call_path[part.index()];
  sums = with_below(report.call_paths, std::move(sums));
  const double whole = sums[path.index()];
  CallPathId innermost = path;
  CallPathId in_own_code = path;
  for (const CallPathId part : measured.parts(path)) {
    const CallPath& call = report.call_paths[part.index()];
    if (call.parent != innermost || sums[part.index()] < kMost * whole) continue;
    innermost = part;
    if (call.call_line > 0 && own.has_file(call.call_file)) in_own_code = innermost;
  }
  if (innermost == path || !(whole > 0)) return std::nullopt;
  const CallPathId part = in_own_code == path ? innermost : in_own_code;
  const double share = sums[part.index()] / whole;
  return SampledPart{part, share, samples, error_of(share, samples), functions_between(report, path, part)};
}

/// Sorts the threads that have a call path into those that are late by it, with their parts of all that they
/// are late, and the others. `times` is what each has of it.
struct LateThreads {
  LateThreads(const std::vector<double>& times, const std::vector<double>& late)
      : parts(late.size()), is_other(late.size()) {
    constexpr double kLate = 0.01;  // of what the latest is
    const double most = late.empty() ? 0 : *std::ranges::max_element(late);
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

std::optional<SampledPart> most_sampled_in(const Space& space, const MeasuredPaths& measured, CallPathId path,
                                           const std::vector<double>& per_call_path) {
  return most_of(space.report(), measured, path, per_call_path, samples_in(space, measured, path));
}

std::optional<SampledPart> sampled_beyond_others(const Space& space, const MeasuredPaths& measured,
                                                 CallPathId path, const std::vector<double>& per_location) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  const MetricId samples = report.find_metric("samples");
  if (measured.parts(path).size() < 2 || !time.valid()) return std::nullopt;
  const LateThreads threads(measured.per_location(space, time, path), per_location);
  if (!threads.can_be_compared()) return std::nullopt;
  std::vector<double> longer(report.call_paths.size());
  double sum = 0;
  double whole = 0;
  for (const CallPathId part : measured.parts(path)) {
    const std::vector<double> times = space.per_location(time, part, Below::excluded);
    sum += longer[part.index()] = threads.longer(times);
    whole += threads.of_late(times);
  }
  if (!(sum > 0) || !(whole > 0)) return std::nullopt;
  const double all = threads.of_late(measured.per_location(space, samples, path));
  return most_of(report, measured, path, longer, std::floor(all * std::min(sum / whole, 1.0)));
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
