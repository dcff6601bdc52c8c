// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "analyze/match/match_collectives.h"
#include "analyze/model/condensed_trace.h"
#include "analyze/waits/wait_state.h"
#include "base/spill.h"

namespace latecomer::analyze {

/// Is the time that a member of a collective operation spends in it after everybody has entered and the first
/// has left, in ticks.
struct Completion {
  report::Builtin metric;
  CallIndex call = kNoCall;
  Ticks amount;
  Ticks end;
};

struct CollectiveWaits {
  WaitStates waits;
  std::vector<LargeVector<Completion>> completions;  ///< Holds completions per local location.
};

/// Finds Wait at Barrier, at N x N, at N to 1, Late Broadcast, Early Reduce, Early Scan, Wait at Finalize,
/// waits of communicator management, of the making, fencing and freeing of windows and of files; and the
/// completion times of barrier, N x N and Init. Nonblocking operations wait in the call that completes them,
/// at most one of them in each call.
CollectiveWaits find_collective_waits(const CondensedTrace& trace, const CollectiveMatches& matches);

}  // namespace latecomer::analyze
