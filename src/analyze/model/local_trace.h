// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "analyze/model/call_tree.h"
#include "analyze/model/classify.h"
#include "analyze/model/distribution.h"
#include "analyze/model/local_location.h"
#include "trace/definitions.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// Holds what one rank of the analysis knows of a trace beside its locations: everybody's definitions and
/// call paths, and which locations are whose.
struct TraceContext {
  const trace::Trace& recorded;
  const trace::Definitions& definitions;  ///< Are those of `recorded`.
  Distribution distribution;
  Range own_processes;
  Range own_locations;                    ///< Are positions among all locations.
  CallTree call_tree;                     ///< Is united over all ranks; the paths of locations count in it.
  std::vector<RegionClass> path_classes;  ///< Holds, by CallPathId, the class of its region.
  /// Holds, by process, the node whose clock it reads; invalid: it has one of its own. It is empty where
  /// nothing is known of locations that share clocks.
  std::vector<trace::SystemNodeId> clock_nodes = {};

  const RegionClass& class_of(CallPathId path) const { return path_classes[path.index()]; }
  const RegionClass& class_of(const Call& call) const { return class_of(call.path); }
  /// Returns whether what two locations say of the order of their events is true, by one clock that both
  /// read.
  bool share_clock(trace::LocationId a, trace::LocationId b) const {
    return share_clock(process_of(a), process_of(b));
  }
  bool share_clock(trace::LocationGroupId a, trace::LocationGroupId b) const {
    if (clock_nodes.empty()) return false;
    const trace::SystemNodeId node = clock_nodes[a.index()];
    return a == b || (node.valid() && node == clock_nodes[b.index()]);
  }
  bool is_local(trace::LocationId location) const {
    return location.index() >= own_locations.begin && location.index() < own_locations.end;
  }
  /// Returns the rank that analyzes a process or a location, as the position in lists by rank.
  size_t rank_of(trace::LocationGroupId process) const {
    return static_cast<size_t>(distribution.owner(process));
  }
  size_t rank_of(trace::LocationId location) const { return rank_of(process_of(location)); }
  /// Returns the position of one of this rank's locations in `locations`.
  size_t local(trace::LocationId location) const { return location.index() - own_locations.begin; }
  /// Returns the positions in `locations` of the threads of one of this rank's processes.
  Range positions_of(trace::LocationGroupId process) const {
    const Range range = distribution.locations_of(process);
    return {range.begin - own_locations.begin, range.end - own_locations.begin};
  }
  trace::LocationGroupId process_of(trace::LocationId location) const {
    return definitions.locations[location.index()].group;
  }
};

/// Is a trace with this rank's own locations. Passes read it and give their results beside it, in vectors
/// with one element per location.
template <class Location>
struct TraceOf : TraceContext {
  std::vector<Location> locations;  ///< Holds own_locations, from the first on.

  const Location& operator[](trace::LocationId location) const { return locations[local(location)]; }
  Ticks enter_of(CallRef ref) const { return (*this)[ref.location].enter_of(ref.call); }
  std::span<const Location> threads_of(trace::LocationGroupId process) const {
    const Range range = positions_of(process);
    return std::span(locations).subspan(range.begin, range.size());
  }
  std::span<Location> threads_of(trace::LocationGroupId process) {
    const Range range = positions_of(process);
    return std::span(locations).subspan(range.begin, range.size());
  }
};

/// Is what one rank holds from the wait states on.
using LocalTrace = TraceOf<LocalLocation>;

/// Lists the local locations of a trace that has their operations, or has not.
template <class Location>
std::vector<const LocalLocation*> list_locations(const TraceOf<Location>& trace) {
  std::vector<const LocalLocation*> list;
  for (const Location& location : trace.locations) list.push_back(&location);
  return list;
}

}  // namespace latecomer::analyze
