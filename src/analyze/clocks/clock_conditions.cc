// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// All dependences are checked each time, which takes no more than a comparison or two; only those within the
// windows, mostly few, are kept:
//
//     node a:  ... cause | ....[ cause | ......]        [ ] window
//     node b:  ......... | effect .[ | effect .]        only the second condition is kept
//
// Cost: O(dependences).

#include "analyze/clocks/clock_conditions.h"

#include <cmath>

#include "analyze/clocks/check_clocks.h"
#include "base/parallel.h"

namespace latecomer::analyze {

using trace::LocationId;

ClockConditions::ClockConditions(const Dependences& dependences, const Latency& latency)
    : dependences_(dependences) {
  const double ticks_per_second = static_cast<double>(dependences.trace().definitions.ticks_per_second);
  within_ = Ticks(std::llround(latency.within * ticks_per_second));
  between_ = Ticks(std::llround(latency.between * ticks_per_second));
}

ClockConditions::Found ClockConditions::find(const TimeWindows& windows) const {
  std::vector<Found> parts(dependences_.trace().locations.size());
  parallel_for(parts.size(), [&](size_t l) {
    dependences_.for_each_condition(l, [&](const Dependence& each) { add(each, windows, parts[l]); });
  });
  Found all;
  for (const Found& part : parts) {
    all.conditions.insert(all.conditions.end(), part.conditions.begin(), part.conditions.end());
    all.violated.insert(all.violated.end(), part.violated.begin(), part.violated.end());
  }
  return all;
}

void ClockConditions::add(const Dependence& each, const TimeWindows& windows, Found& found) const {
  if (each.contradicted) return;
  Ticks latency;
  if (!each.cause.is_meeting() && !each.effect.is_meeting()) {
    // Conditions on one location hold anyway. Those on one clock are kept, to the tick, where they hold, and
    // where they do not, no clock is wrong.
    if (each.cause.location == each.effect.location) return;
    const bool one_clock = dependences_.trace().share_clock(each.caused_by, LocationId(each.effect.location));
    if (one_clock && each.caused > each.effected) return;
    if (!one_clock) latency = latency_of(each);
  }
  if (!each.effect.is_meeting() && each.caused + latency > each.effected)
    found.violated.push_back({std::min(each.caused, each.effected), each.caused + latency});
  const bool within = (each.cause.is_meeting() || windows.contains(each.caused)) &&
                      (each.effect.is_meeting() || windows.contains(each.effected));
  if (within) found.conditions.push_back({each.cause, each.effect, latency, false});
}

/// Returns the latency of a dependence; between threads of a team there is none.
Ticks ClockConditions::latency_of(const Dependence& dependence) const {
  if (dependence.kind == DependenceKind::fork || dependence.kind == DependenceKind::join) return Ticks();
  const trace::Definitions& definitions = dependences_.trace().definitions;
  const bool same_node = node_of(definitions, dependence.caused_by) ==
                         node_of(definitions, LocationId(dependence.effect.location));
  return same_node ? within_ : between_;
}

}  // namespace latecomer::analyze
