// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/gains.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <set>
#include <stdexcept>

#include "base/json.h"
#include "findings/considerable.h"
#include "findings/remedies.h"
#include "findings/summary.h"
#include "findings/sums.h"
#include "findings/wait_states.h"
#include "report/attributes.h"
#include "report/locations.h"

namespace latecomer::findings {

using namespace query;
using namespace report;

namespace {

constexpr const char* kKinds[] = {"balance", "remove", "instant_network", "no_preemption"};

/// Returns the call paths of a cause, with what was sampled in them.
std::vector<CallPathId> changed_paths(const MeasuredPaths& measured, const RootCause& cause) {
  std::set<CallPathId> paths;
  for (const CallPathId path : paths_of(cause)) {
    paths.insert(path);
    for (const CallPathId part : measured.parts(path)) paths.insert(part);
  }
  return {paths.begin(), paths.end()};
}

/// Returns whether several threads spend time on these call paths.
bool is_of_several(const Space& space, const std::vector<CallPathId>& paths) {
  const MetricId time = space.report().find_metric("time");
  std::vector<double> sums(space.report().locations.size());
  for (const CallPathId path : paths) add_values(sums, space.per_location(time, path, Below::excluded));
  return std::ranges::count_if(sums, [](double seconds) { return seconds > 0; }) > 1;
}

/// Returns whether a cause is time in calls of MPI other than for files: how long these take is a matter of
/// messages and cores, which no replay knows to be spread.
bool is_communication(const Report& report, const RootCause& cause) {
  const std::string function = mpi_function(report, cause.path);
  return !function.empty() && !function.starts_with("file_");
}

/// Returns all sets of so many of these causes, each spread evenly.
std::vector<Gain> sets_of(const std::vector<Gain>& single, size_t size) {
  std::vector<Gain> sets;
  for (uint32_t members = 0; members < 1U << single.size(); ++members) {
    if (static_cast<size_t>(std::popcount(members)) != size) continue;
    Gain& set = sets.emplace_back();
    for (size_t i = 0; i < single.size(); ++i) {
      if ((members >> i & 1U) == 0) continue;
      set.causes.push_back(single[i].causes.front());
      set.paths.insert(set.paths.end(), single[i].paths.begin(), single[i].paths.end());
    }
  }
  return sets;
}

/// Throws where a value is not what it has to be.
Gain gain_from(const Json& json, const Report& report) {
  Gain gain;
  const auto* const kind = std::ranges::find(kKinds, json.at("kind").get<std::string>());
  if (kind == std::end(kKinds)) throw std::out_of_range("no kind of gain");
  gain.kind = static_cast<Gain::Kind>(kind - kKinds);
  for (const Json& cause : json.at("causes")) {
    if (!cause.is_number_unsigned() || cause.get<uint64_t>() >= report.call_paths.size())
      throw std::out_of_range("no call path of the report");
    gain.causes.emplace_back(cause.get<size_t>());
  }
  gain.seconds = json.at("seconds").get<double>();
  if (!(gain.seconds >= 0)) throw std::out_of_range("no length of time");
  return gain;
}

}  // namespace

const Gain* Gains::of_cause(CallPathId cause) const {
  const Gain* found = nullptr;
  for (const Gain& gain : all_)
    if (gain.causes == std::vector{cause} && (!found || gain.kind == Gain::Kind::balance)) found = &gain;
  return found;
}

const Gain* Gains::of(Gain::Kind kind) const {
  const auto found = std::ranges::find(all_, kind, &Gain::kind);
  return found == all_.end() ? nullptr : &*found;
}

const Gain* Gains::largest() const {
  const Gain* found = nullptr;
  for (const Gain& gain : all_)
    if (gain.kind == Gain::Kind::balance && (!found || gain.seconds < found->seconds)) found = &gain;
  return found;
}

const Gain* Gains::smallest_set() const {
  constexpr double kMostOfIt = 0.8;
  const Gain* found = nullptr;
  const auto rank = [](const Gain& gain) { return std::pair(gain.causes.size(), gain.seconds); };
  for (const Gain& gain : all_)
    if (gain.kind == Gain::Kind::balance && gained(gain) >= kMostOfIt * gained(*largest()) &&
        (!found || rank(gain) < rank(*found)))
      found = &gain;
  return found;
}

std::vector<Gain> Gains::considerable() const {
  std::vector<Gain> found;
  const auto is_considerable = [&](const Gain& gain) { return gained(gain) >= kConsiderable * recorded_; };
  for (const Gain& gain : all_)
    if (gain.causes.size() == 1 && is_considerable(gain)) found.push_back(gain);
  const Gain* const set = smallest_set();
  if (set && set->causes.size() > 1 && is_considerable(*set)) found.push_back(*set);
  if (const Gain* const network = of_network(); network && is_considerable(*network))
    found.push_back(*network);
  const Gain* const preemption = of(Gain::Kind::no_preemption);
  const auto says_the_same = [&](const Gain& gain) { return gain.seconds == preemption->seconds; };
  if (preemption && is_considerable(*preemption) && std::ranges::none_of(found, says_the_same))
    found.push_back(*preemption);
  return found;
}

std::vector<Gain> wanted_gains(const Space& space) {
  const Report& report = space.report();
  const MetricId time = report.find_metric("time");
  if (was_killed(report) || !time.valid()) return {};
  const double waiting = total_waiting(space);
  std::vector<RootCause> causes;
  if (is_worth_advice(waiting, space.total(time))) causes = causes_by_function(space);
  causes.resize(std::min(causes.size(), kLargestShown));
  const MeasuredPaths measured(report);
  std::vector<Gain> wanted;
  for (const RootCause& cause : causes) {
    if (cause.seconds < kConsiderable * waiting || is_communication(report, cause)) continue;
    Gain gain = {Gain::Kind::balance, {cause.path}, 0, changed_paths(measured, cause)};
    const bool can_be_spread = is_of_several(space, gain.paths) && !is_not_running(report, cause.path);
    const bool is_first = wanted.empty();
    if (can_be_spread) wanted.push_back(gain);
    gain.kind = Gain::Kind::remove;
    if (!can_be_spread || is_first) wanted.push_back(std::move(gain));
  }
  wanted.push_back({Gain::Kind::instant_network, {}});
  Gain preemption = {Gain::Kind::no_preemption, {}, 0, preempted_paths(report)};
  if (!preemption.paths.empty()) wanted.push_back(std::move(preemption));
  return wanted;
}

std::vector<Gain> wanted_together(const Gains& known) {
  std::vector<Gain> single;
  for (const Gain& gain : known.all())
    if (gain.kind == Gain::Kind::balance && gain.causes.size() == 1) single.push_back(gain);
  const auto is_known = [&](size_t size) {
    return std::ranges::any_of(known.all(), [&](const Gain& gain) { return gain.causes.size() == size; });
  };
  if (single.size() < 2) return {};
  if (!is_known(single.size())) return sets_of(single, single.size());
  const bool gain_little = known.gained(*known.largest()) < kConsiderable * known.recorded();
  if (gain_little || known.smallest_set()->causes.size() < single.size()) return {};
  for (size_t size = 2; size < single.size(); ++size)
    if (!is_known(size)) return sets_of(single, size);
  return {};
}

Json gain_json(const Gain& gain) {
  return {{"kind", kKinds[static_cast<size_t>(gain.kind)]},
          {"causes", positions_json(gain.causes)},
          {"seconds", gain.seconds}};
}

std::string print_gains(const Gains& gains) {
  return in_lines(Json{{"gains", list_json(gains.all(), gain_json)}});
}

Gains read_gains(const Report& report) {
  const std::shared_ptr<const std::string> content = report.file(std::string(kGainsFile));
  if (content == nullptr) return {};
  try {
    std::vector<Gain> all;
    const Json json = Json::parse(*content);
    for (const Json& gain : json.at("gains")) all.push_back(gain_from(gain, report));
    return {std::move(all), run_seconds(report)};
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace latecomer::findings
