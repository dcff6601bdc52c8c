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

/// What another location did that a call of one-sided communication may have waited for.
enum class WindowEvent : uint8_t {
  post,      ///< the target entered MPI_Win_post
  complete,  ///< the origin entered MPI_Win_complete
  release,   ///< the holder of a lock left MPI_Win_unlock, or entered it
  progress,  ///< the target, until then outside of MPI, entered an MPI call
  access,    ///< the origin left an access to this process's window
};

/// One such event, as the call has to know it. Those other than `complete` lie within the call, or for
/// `access` after its begin.
struct WindowMatch {
  CallIndex call = kNoCall;
  WindowEvent event;
  Ticks time;
  trace::LocationId location;  ///< who did it
  Ticks accessed_until;        ///< `complete`: when the origin's last access of the epoch ended
};

/// Per local location, by call.
using WindowMatches = std::vector<std::vector<WindowMatch>>;

/// Brings together origins and targets of one-sided communication: posts with the starts and completes that
/// they let go on, completes with the waits, releases of locks with those who wanted the lock next, calls of
/// the target with those that needed its progress, and accesses with the fences after them. Epochs without
/// their other side are counted.
WindowMatches match_windows(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                            AnomalyReport& anomalies);

}  // namespace latecomer::analyze
