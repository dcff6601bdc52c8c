// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <unordered_map>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensing_location.h"
#include "analyze/model/classify.h"

namespace latecomer::analyze {

/// Takes a location's events of collective operations.
class CollectiveCondenser {
 public:
  CollectiveCondenser(CondensingLocation& out, CallStack& stack) : out_(out), stack_(stack) {}

  /// These functions take the begin of a blocking operation, also on a window; what it may make; and its end.
  void begin(Ticks time);
  void communicator_made() { got_communicator_ = true; }
  /// Returns the call in which the operation that was begun last has ended now.
  CallIndex end_begun(Ticks time);
  void end(const trace::Event& event, Ticks time);
  /// These functions take the start and the completion of a nonblocking operation.
  void start(const trace::Event& event, Ticks time);
  void complete(const trace::Event& event, Ticks time);
  /// These functions are called when a call of MPI_Init or MPI_Finalize begins and ends: both are collective
  /// over `world`, also where there are no events in them.
  void enter_world_call(CallIndex call);
  bool is_in_world_call() const { return world_call_ != kNoCall; }
  void leave_world_call(CallKind kind, trace::CommId world, Ticks time);
  void finish();

 private:
  CondensingLocation& out_;
  CallStack& stack_;
  bool got_communicator_ = false;  ///< Says that a communicator became known since the last begin.
  std::vector<CallIndex> begun_;   ///< Lists calls whose operations have not ended, the innermost one last.
  std::unordered_map<uint64_t, uint32_t> by_request_;
  CallIndex world_call_ = kNoCall;  ///< Is the call of MPI_Init or MPI_Finalize that is open.
  /// Counts the collectives that were there when the open call of MPI_Init or MPI_Finalize began.
  size_t before_world_call_ = 0;
};

}  // namespace latecomer::analyze
