// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/contradictions.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/amount_text.h"

namespace latecomer::analyze {

namespace {

std::string_view effect_of(report::ClockCondition condition) {
  using report::ClockCondition;
  switch (condition) {
    case ClockCondition::message:
      return "received before sent";
    case ClockCondition::probe:
      return "seen by a probe before sent";
    case ClockCondition::partition:
      return "arrived before ready";
    case ClockCondition::all_to_all:
    case ClockCondition::one_to_all:
    case ClockCondition::all_to_one:
    case ClockCondition::prefix:
    case ClockCondition::neighbourhood:
    case ClockCondition::team_barrier:
      return "ended before the last of those it waits for had come";
    case ClockCondition::fork:
      return "at work in a team before it was started";
    case ClockCondition::join:
      return "joined before the last thread had ended its work";
  }
  return "";
}

std::string name_of(const CondensedTrace& trace, trace::LocationId location) {
  const trace::LocationGroupId process = trace.process_of(location);
  const std::string& name = trace.definitions.location_groups[process.index()].name;
  if (trace.distribution.locations_of(process).size() == 1) return name;
  return name + ", " + trace.definitions.locations[location.index()].name;
}

/// Returns "main/MPI_Recv", for example.
std::string name_of(const CondensedTrace& trace, CallPathId path) {
  std::string name;
  for (; path.valid(); path = trace.call_tree[path].parent) {
    const trace::RegionId region = trace.call_tree[path].region;
    if (region.valid()) name = trace.recorded.region(region).name + (name.empty() ? "" : "/") + name;
  }
  return name.empty() ? "outside of any call" : name;
}

}  // namespace

void report_contradictions(const CondensedTrace& trace, const ClockCheck& check, AnomalyReport& anomalies) {
  for (size_t l = 0; l < check.contradictions.size(); ++l) {
    for (const auto& [effect_at_path, found] : check.contradictions[l]) {
      const trace::LocationGroupId process = trace.process_of(trace.locations[l].id);
      anomalies.count({trace::Anomaly::contradiction, effect_at_path.second, process}, found.count);
      anomalies.problems[trace.locations[l].id].push_back(fmt::format(
          "{} on {}: {} {}, by up to {} of the clock shared with {}", name_of(trace, effect_at_path.second),
          name_of(trace, trace.locations[l].id), found.count, effect_of(effect_at_path.first),
          with_unit(found.largest.seconds(trace.definitions.ticks_per_second)), name_of(trace, found.cause)));
    }
  }
}

}  // namespace latecomer::analyze
