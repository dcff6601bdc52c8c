// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <vector>

#include "analyze/match/hand_over.h"
#include "analyze/match/window_epochs.h"

namespace latecomer::analyze {

/// Returns whether a time is strictly between a call's enter and its leave: what happened at its very end it
/// cannot have waited for.
inline bool lies_within(const Call& call, Ticks time) {
  return call.enter < time && time < call.leave;
}

template <class Notice>
using Outgoing = std::vector<std::vector<Notice>>;

inline Call call_of(const CondensedTrace& trace, LocalCall local) {
  return trace.locations[local.location].call(local.call);
}

/// Returns the hand-over for which a call may have waited until `released`: by another location's call
/// `from`.
inline HandOver hand_over_of_window(const CondensedTrace& trace, LocalCall waiting, HandOver::Kind kind,
                                    CallRef from, Ticks released) {
  const Call call = call_of(trace, waiting);
  return {.call = waiting.call,
          .kind = kind,
          .from = from.location,
          .release = from.call,
          .wanted = call.enter,
          .released = released,
          .had = call.leave};
}

/// Gives the calls of every lock epoch the release that they waited for: of a lock that excluded theirs.
/// `epochs` are those of this rank's processes.
void match_window_locks(const CondensedTrace& trace, const std::vector<WindowEpochs>& epochs, Comm& comm,
                        HandOvers& hand_overs);

/// Gives the calls of every lock epoch the target's call that served them, if it was outside of MPI before.
void match_progress(const CondensedTrace& trace, const std::vector<WindowEpochs>& epochs, Comm& comm,
                    HandOvers& hand_overs);

}  // namespace latecomer::analyze
