// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analyze/clocks/time_windows.h"
#include "analyze/dependences/dependences.h"
#include "report/clocks.h"
#include "trace/shared_clocks.h"

namespace latecomer::analyze {

/// Names the nodes of a cause and of its effect.
using NodePair = std::pair<trace::SystemNodeId, trace::SystemNodeId>;

/// Counts the violations between two nodes.
struct Violations {
  report::ConditionCounts counts{};
  Ticks largest;  ///< Is the largest time from an effect to its cause, in ticks.
};

/// Counts conditions that locations with one clock violate in the same way.
struct Contradiction {
  int64_t count = 0;
  Ticks largest;            ///< Is the largest time from an effect to its cause, in ticks.
  trace::LocationId cause;  ///< Is the cause of the largest.
};

/// Counts clock conditions whose effects are on this rank; there is none between locations that share a
/// clock.
struct ClockCheck {
  report::ConditionCounts checked{};
  std::map<NodePair, Violations> violations;
  /// Counts, per local location, the effects on a call path that came before their causes.
  std::vector<std::map<std::pair<report::ClockCondition, CallPathId>, int64_t>> by_path;
  /// Counts, per local location and call path, effects before their causes by one clock: none is to blame.
  std::vector<std::map<std::pair<report::ClockCondition, CallPathId>, Contradiction>> contradictions;

  std::vector<TimeSpan> spans;  ///< Reaches, for each violation, from the effect to its cause.

  int64_t violated() const;
};

/// Checks every condition that time must fulfil. Its cost is O(operations), nothing is exchanged.
ClockCheck check_clocks(const Dependences& dependences);

/// Returns the node on which a location is; what it is on where the definitions have no node.
inline trace::SystemNodeId node_of(const trace::Definitions& definitions, trace::LocationId location) {
  const trace::LocationGroupId process = definitions.locations[location.index()].group;
  const trace::SystemNodeId node = trace::node_of(definitions, process);
  return node.valid() ? node : definitions.location_groups[process.index()].parent;
}

}  // namespace latecomer::analyze
