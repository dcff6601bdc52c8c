// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/parse_number.h"
#include "findings/ideal_times.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr std::string_view kPhaseRole = "phase";

/// Returns the ideal time of a phase, which is not below what it computes, nor above what it took.
std::optional<double> ideal_of(const IdealTimes& times, const Phase& phase) {
  const auto found = times.phases.find(phase.name);
  if (found == times.phases.end()) return std::nullopt;
  return std::clamp(found->second, phase.largest_computation,
                    std::max(phase.longest, phase.largest_computation));
}

using CallPaths = std::vector<CallPathId>;

/// Returns by region the call paths of phases, without those in another visit of the same phase.
std::vector<CallPaths> phase_paths(const Report& report) {
  std::vector<CallPaths> paths(report.regions.size());
  for (size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    if (!is_phase(report.regions[path.region.index()])) continue;
    CallPathId outer = path.parent;
    while (outer.valid() && report.call_paths[outer.index()].region != path.region)
      outer = report.call_paths[outer.index()].parent;
    if (!outer.valid()) paths[path.region.index()].push_back(CallPathId(i));
  }
  return paths;
}

/// Returns the sum of these call paths' values by location.
std::vector<double> per_location_in(const Space& space, MetricId metric, const CallPaths& paths) {
  std::vector<double> sum(space.report().locations.size());
  for (const CallPathId path : paths) {
    const std::vector<double> values = space.per_location(metric, path, Below::included);
    std::ranges::transform(sum, values, sum.begin(), std::plus());
  }
  return sum;
}

double total_in(const Space& space, MetricId metric, const CallPaths& paths) {
  const std::vector<double> values = per_location_in(space, metric, paths);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double visits_of(const Space& space, const CallPaths& paths) {
  const MetricId visits = space.report().find_metric("visits");
  double sum = 0;
  for (const CallPathId path : paths) {
    const std::vector<double> values = space.per_location(visits, path, Below::excluded);
    sum += std::accumulate(values.begin(), values.end(), 0.0);
  }
  return sum;
}

Phase measure(const Space& space, const std::string& name, const CallPaths& paths) {
  const Report& report = space.report();
  Phase phase{.name = name, .visits = visits_of(space, paths)};
  const std::vector<double> time = per_location_in(space, report.find_metric("time"), paths);
  const std::vector<double> computation = per_location_in(space, report.find_metric("comp"), paths);
  size_t threads = 0;
  for (size_t i = 0; i < time.size(); ++i) {
    if (!(time[i] > 0)) continue;
    ++threads;
    phase.time += time[i];
    phase.longest = std::max(phase.longest, time[i]);
    phase.mean_computation += computation[i];
    phase.largest_computation = std::max(phase.largest_computation, computation[i]);
  }
  if (threads > 0) phase.mean_computation /= static_cast<double>(threads);
  for (const MetricId wait : outermost_waits(report)) phase.waiting += total_in(space, wait, paths);
  phase.caused = total_in(space, report.find_metric("delay"), paths);
  return phase;
}

/// Splits the name of a phase, "iteration 3", into its name and its number.
std::pair<std::string, int64_t> name_and_number(const std::string& name) {
  const size_t blank = name.rfind(' ');
  if (blank == std::string::npos) return {name, 0};
  return {name.substr(0, blank), std::atoll(name.c_str() + blank + 1)};
}

/// Returns whether a region is one phase of many; those that the recorder puts together have no number.
bool is_numbered(const Region& region) {
  const size_t blank = region.name.rfind(' ');
  return is_phase(region) && blank != std::string::npos &&
         parse_number<int64_t>(std::string_view(region.name).substr(blank + 1)).has_value();
}

}  // namespace

bool is_phase(const Region& region) {
  return region.role == kPhaseRole;
}

RegionId phase_of(const Report& report, CallPathId path) {
  for (; path.valid(); path = report.call_paths[path.index()].parent) {
    const RegionId region = report.call_paths[path.index()].region;
    if (is_phase(report.regions[region.index()])) return region;
  }
  return {};
}

size_t phases_like(const Report& report, RegionId phase) {
  const std::string name = name_and_number(report.regions[phase.index()].name).first;
  return static_cast<size_t>(std::ranges::count_if(report.regions, [&](const Region& region) {
    return is_phase(region) && name_and_number(region.name).first == name;
  }));
}

PhasesOfPaths phases_of_paths(const Report& report, const std::vector<CallPathId>& paths) {
  using Names = std::vector<std::pair<std::string, int64_t>>;  // of a phase and those that it is in
  std::vector<Names> phases(report.call_paths.size());
  std::vector<bool> is_meant(report.call_paths.size());
  for (const CallPathId path : paths) is_meant[path.index()] = true;
  std::map<Names, uint32_t> positions;
  for (size_t p = 0; p < phases.size(); ++p) {  // parents before children
    const CallPath& path = report.call_paths[p];
    if (path.parent.valid()) {
      phases[p] = phases[path.parent.index()];
      is_meant[p] = is_meant[p] || is_meant[path.parent.index()];
    }
    const Region& region = report.regions[path.region.index()];
    if (is_numbered(region)) phases[p].push_back(name_and_number(region.name));
    if (is_meant[p] && !phases[p].empty()) positions.emplace(phases[p], 0);
  }
  PhasesOfPaths found;
  for (auto& [names, position] : positions) {
    position = static_cast<uint32_t>(found.names.size());
    std::string& all = found.names.emplace_back();
    for (const auto& [name, number] : names)
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", name, number);
  }
  for (size_t p = 0; p < phases.size(); ++p)
    found.of_path.push_back(is_meant[p] && !phases[p].empty() ? std::optional(positions.at(phases[p]))
                                                              : std::nullopt);
  return found;
}

std::vector<Phase> phases(const Space& space) {
  const Report& report = space.report();
  std::vector<Phase> result;
  const std::vector<CallPaths> paths = phase_paths(report);
  const IdealTimes ideal = read_ideal_times(report);
  for (size_t region = 0; region < paths.size(); ++region) {
    if (paths[region].empty()) continue;
    Phase phase = measure(space, report.regions[region].name, paths[region]);
    phase.has_ended = !was_killed(report);
    phase.ideal = ideal_of(ideal, phase);
    if (phase.longest > 0) result.push_back(std::move(phase));
  }
  std::ranges::stable_sort(result, {}, [](const Phase& phase) { return name_and_number(phase.name); });
  return result;
}

}  // namespace latecomer::findings
