// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/model/condensed_location.h"
#include "analyze/model/local_trace.h"

namespace latecomer::analyze {

/// Says what the collective operations of an archive have, those of all ranks together: what none of them has
/// was not recorded, unless the archive says that it would have been.
struct CollectiveFacts {
  bool bytes = false;          ///< Says how many bytes each member sent and received.
  bool communicators = false;  ///< Says who got a communicator that was made.
};

/// Is what one rank holds until wait states are found.
struct CondensedTrace : TraceOf<CondensedLocation> {
  CollectiveFacts collective_facts = {};

  /// Returns when a collective operation was complete on its member, in ticks: as recorded, but Init, whose
  /// events can come before the library has set up, with the call.
  Ticks end_of(const CondensedLocation& location, const Collective& collective) const {
    if (collective.completion == kNoCall) return collective.end;
    const Call& call = location.call(collective.completion);
    return class_of(call).kind == CallKind::init ? call.leave : collective.end;
  }
  /// Returns whether a call can wait: not a test, which returns at once, but a run of them.
  bool can_wait(const CondensedLocation& location, CallIndex call) const {
    return class_of(location.path_of(call)).kind != CallKind::test || location.is_polling_run(call);
  }
  /// Returns whether a collective operation is MPI_Finalize, which holds its members whatever op it has.
  bool finalizes(const CondensedLocation& location, const Collective& collective) const {
    return class_of(location.call(collective.start)).kind == CallKind::finalize;
  }
  /// Returns whether a collective operation makes a communicator, so that members can get MPI_COMM_NULL.
  bool makes_communicator(const CondensedLocation& location, const Collective& collective) const {
    return collective.op == trace::CollectiveOp::create_handle && collective.start == collective.completion &&
           class_of(location.call(collective.start)).kind == CallKind::management &&
           class_of(location.call(collective.start)).time == report::Builtin::mpi_mgmt_comm;
  }
  /// Returns the call from which on a send's data could go: that which started it or, in partitions, made the
  /// last of them ready.
  CallRef ready_call(const CondensedLocation& location, const Message& send) const {
    const MessageDetail* const detail = location.find_detail(send);
    return detail && detail->ready.location.valid() ? detail->ready : CallRef{location.id, send.start};
  }
  /// Returns the call that gives a receive its position in the order of receives: that which started it or,
  /// for matched receives, the probe that took its message.
  CallRef order_call(const CondensedLocation& location, const Message& receive) const {
    const MessageDetail* const detail = location.find_detail(receive);
    return detail && detail->taken.location.valid() ? detail->taken : CallRef{location.id, receive.start};
  }
};

/// Drops the operations: for what follows, wait states say who waited for whom.
LocalTrace without_operations(CondensedTrace trace);

}  // namespace latecomer::analyze
