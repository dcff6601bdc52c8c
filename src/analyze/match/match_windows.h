// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"
#include "comm/comm.h"

namespace latecomer::analyze {

/// Says what another location did that a call of one-sided communication may have waited for.
enum class WindowEvent : uint8_t {
  post,      ///< Is the target's enter of MPI_Win_post.
  complete,  ///< Is the origin's enter of MPI_Win_complete.
  release,   ///< Is the leave, or the enter, of MPI_Win_unlock by the holder of a lock.
  progress,  ///< Is the enter of an MPI call by the target, which was outside of MPI until then.
  access,    ///< Is the leave of an access to this process's window by the origin.
};

/// Is one such event, as the call has to know it. Those other than `complete` lie within the call, or for
/// `access` after its begin.
struct WindowMatch {
  CallIndex call = kNoCall;
  WindowEvent event;
  Ticks time;
  trace::LocationId location;  ///< Is the location whose event it is.
  Ticks accessed_until;        ///< Is, for `complete`, when the origin's last access of the epoch ended.
};

/// Holds the matches per local location, by call.
using WindowMatches = std::vector<std::vector<WindowMatch>>;

/// Brings together origins and targets of one-sided communication: posts with the starts and completes that
/// they let go on, completes with the waits, releases of locks with those who wanted the lock next, calls of
/// the target with those that needed its progress, and accesses with the fences after them. Epochs without
/// their other side are counted.
WindowMatches match_windows(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                            AnomalyReport& anomalies);

}  // namespace latecomer::analyze
