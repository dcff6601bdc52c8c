// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "analyze/model/call_tree.h"
#include "analyze/model/classify.h"
#include "analyze/model/condensed_location.h"
#include "analyze/model/distribution.h"
#include "trace/definitions.h"
#include "trace/trace.h"

namespace latecomer::analyze {

/// What the collective operations of an archive tell, all ranks' together: what none of them does was not
/// recorded.
struct CollectivesTell {
  bool bytes = false;          ///< how many each member sent and received
  bool communicators = false;  ///< who got one that was made
};

/// What one rank of the analysis holds: everybody's definitions, its own locations condensed. Passes read it
/// and give their results beside it, in vectors with one element per location.
struct LocalTrace {
  const trace::Trace& recorded;
  const trace::Definitions& definitions;  ///< its
  Distribution distribution;
  Range own_processes;
  Range own_locations;  ///< of all locations; `locations[0]` is the first of these
  std::vector<CondensedLocation> locations;
  CallTree call_tree;                     ///< united over all ranks; the paths in `locations` count in it
  std::vector<RegionClass> path_classes;  ///< by CallPathId, that of its region
  CollectivesTell collectives_tell;
  /// By process, the node whose clock it reads; invalid: it has one of its own. Empty where nothing is known
  /// of locations that share clocks.
  std::vector<trace::SystemNodeId> clock_nodes = {};

  const CondensedLocation& operator[](trace::LocationId location) const { return locations[local(location)]; }
  const RegionClass& class_of(CallPathId path) const { return path_classes[path.index()]; }
  const RegionClass& class_of(const Call& call) const { return class_of(call.path); }
  /// When a collective operation was complete on its member: as recorded, but Init, whose events can come
  /// before the library has set up, with the call.
  Ticks end_of(const CondensedLocation& location, const Collective& collective) const {
    if (collective.completion == kNoCall) return collective.end;
    const Call& call = location.call(collective.completion);
    return class_of(call).kind == CallKind::init ? call.leave : collective.end;
  }
  /// Whether a collective operation is MPI_Finalize, which holds its members whatever op it was recorded as.
  bool finalizes(const CondensedLocation& location, const Collective& collective) const {
    return class_of(location.call(collective.start)).kind == CallKind::finalize;
  }
  /// Whether what two locations say of the order of their events is true, because they read one clock.
  bool share_clock(trace::LocationId a, trace::LocationId b) const {
    return share_clock(process_of(a), process_of(b));
  }
  bool share_clock(trace::LocationGroupId a, trace::LocationGroupId b) const {
    if (clock_nodes.empty()) return false;
    const trace::SystemNodeId node = clock_nodes[a.index()];
    return a == b || (node.valid() && node == clock_nodes[b.index()]);
  }
  /// Whether it makes a communicator, so that members can get MPI_COMM_NULL.
  bool makes_communicator(const CondensedLocation& location, const Collective& collective) const {
    return collective.op == trace::CollectiveOp::create_handle && collective.start == collective.completion &&
           class_of(location.call(collective.start)).time == report::Builtin::mpi_mgmt_comm;
  }
  Ticks enter_of(CallRef ref) const { return (*this)[ref.location].call(ref.call).enter; }
  /// The call from which on a send's data could go: that which started it or, in partitions, made the last of
  /// them ready.
  CallRef ready_call(const CondensedLocation& location, const Message& send) const {
    const MessageDetail* const detail = location.find_detail(send);
    return detail && detail->ready.location.valid() ? detail->ready : CallRef{location.id, send.start};
  }
  /// The call that gives a receive its place in the order of receives: that which started it or, for matched
  /// receives, the probe that took its message.
  CallRef order_call(const CondensedLocation& location, const Message& receive) const {
    const MessageDetail* const detail = location.find_detail(receive);
    return detail && detail->taken.location.valid() ? detail->taken : CallRef{location.id, receive.start};
  }
  bool is_local(trace::LocationId location) const {
    return location.index() >= own_locations.begin && location.index() < own_locations.end;
  }
  /// The rank that analyzes a process or a location, as the position in lists by rank.
  size_t rank_of(trace::LocationGroupId process) const {
    return static_cast<size_t>(distribution.owner(process));
  }
  size_t rank_of(trace::LocationId location) const { return rank_of(process_of(location)); }
  /// Position of one of this rank's locations in `locations`.
  size_t local(trace::LocationId location) const { return location.index() - own_locations.begin; }
  /// The positions in `locations` of the threads of one of this rank's processes, and these themselves.
  Range positions_of(trace::LocationGroupId process) const {
    const Range range = distribution.locations_of(process);
    return {range.begin - own_locations.begin, range.end - own_locations.begin};
  }
  std::span<const CondensedLocation> threads_of(trace::LocationGroupId process) const {
    const Range range = positions_of(process);
    return std::span(locations).subspan(range.begin, range.size());
  }
  std::span<CondensedLocation> threads_of(trace::LocationGroupId process) {
    const Range range = positions_of(process);
    return std::span(locations).subspan(range.begin, range.size());
  }
  trace::LocationGroupId process_of(trace::LocationId location) const {
    return definitions.locations[location.index()].group;
  }
};

}  // namespace latecomer::analyze
