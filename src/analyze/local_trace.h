// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "analyze/call_tree.h"
#include "analyze/classify.h"
#include "analyze/condensed.h"
#include "analyze/deal.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

/// What one rank of the analysis holds: everybody's definitions, its own locations condensed. Passes read it
/// and give their results beside it, in vectors with one element per location.
struct LocalTrace {
  const trace::Definitions& definitions;
  Deal deal;
  Range own_processes;
  Range own_locations;  ///< of all locations; `locations[0]` is the first of these
  std::vector<CondensedLocation> locations;
  CallTree call_tree;  ///< united over all ranks; the paths in `locations` count in it
  std::vector<RegionClass> region_classes;

  const CondensedLocation& operator[](trace::LocationId location) const {
    return locations[location.index() - own_locations.begin];
  }
  const RegionClass& class_of(const Call& call) const {
    return region_classes[call_tree[call.path].region.index()];
  }
  /// When a collective operation was complete on its member: as recorded, but Init, whose events can come
  /// before the library has set up, with the call.
  Ticks end_of(const CondensedLocation& location, const Collective& collective) const {
    const Call& call = location.calls[collective.completion];
    return class_of(call).kind == CallKind::init ? call.leave : collective.end;
  }
  trace::LocationGroupId process_of(trace::LocationId location) const {
    return definitions.locations[location.index()].group;
  }
};

/// An operation of a process in the order in which all its threads together started theirs.
struct ProcessOperation {
  size_t location;     ///< position in LocalTrace::locations
  uint32_t operation;  ///< position in that location's list
};

/// The operations that `list(location)` names, of one process, in the order of their starts: by time, among
/// equals by thread. For a single-threaded process that is the order of the list itself.
template <class List>
std::vector<ProcessOperation> in_process_order(const LocalTrace& trace, trace::LocationGroupId process,
                                               const List& list) {
  const Range range = trace.deal.locations_of(process);
  std::vector<ProcessOperation> order;
  for (size_t l = range.begin; l < range.end; ++l) {
    const size_t local = l - trace.own_locations.begin;
    for (uint32_t i = 0; i < list(trace.locations[local]).size(); ++i) order.push_back({local, i});
  }
  if (range.size() < 2) return order;
  const auto start = [&](const ProcessOperation& each) {
    const CondensedLocation& location = trace.locations[each.location];
    return location.calls[list(location)[each.operation].start].enter;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const ProcessOperation& a, const ProcessOperation& b) { return start(a) < start(b); });
  return order;
}

}  // namespace latecomer::analyze
