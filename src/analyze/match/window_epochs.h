// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analyze/model/anomaly_report.h"
#include "analyze/model/comm_members.h"
#include "analyze/model/condensed_trace.h"

namespace latecomer::analyze {

/// Is a call of one of this rank's locations.
struct LocalCall {
  size_t location;  ///< Is a position in CondensedTrace::locations.
  CallIndex call;
  bool operator==(const LocalCall&) const = default;
};

/// Is the other side of an epoch. Its `number` counts the epochs that one process opened for the other on the
/// window before, so it is the same on both sides.
struct EpochPartner {
  trace::LocationGroupId process;
  uint32_t number;
};

/// Reaches from MPI_Win_start to MPI_Win_complete.
struct AccessEpoch {
  struct Access {
    trace::LocationGroupId target;
    LocalCall call;
  };
  trace::WindowId window;
  std::vector<EpochPartner> targets;
  LocalCall start;
  std::vector<Access> accesses;
  std::optional<LocalCall> complete;  ///< Is none if the epoch was never completed.
};

/// Reaches from MPI_Win_post to MPI_Win_wait, or to an MPI_Win_test that saw its end.
struct ExposureEpoch {
  trace::WindowId window;
  std::vector<EpochPartner> origins;
  LocalCall post;
  std::optional<LocalCall> wait;  ///< Is none if the epoch never ended.
};

/// Reaches from MPI_Win_lock to MPI_Win_unlock, for one target.
struct LockEpoch {
  trace::WindowId window;
  trace::LocationGroupId target;
  bool exclusive;
  /// Has the lock, accesses to the target and what completes them; the unlock last.
  std::vector<LocalCall> calls;
  bool released = false;
};

/// Is the access to a target that ended last in an epoch between fences.
struct FencedAccess {
  trace::WindowId window;
  uint32_t fence;  ///< Is the number of the window's collective operation that ends the epoch.
  trace::LocationGroupId target;
  LocalCall call;
};

/// Holds the epochs of one process, each kind in the order in which they were opened.
struct WindowEpochs {
  std::vector<AccessEpoch> accesses;
  std::vector<ExposureEpoch> exposures;
  std::vector<LockEpoch> locks;
  std::vector<FencedAccess> fenced;
  /// Holds the collective operations of each window in the order of their numbers.
  std::map<trace::WindowId, std::vector<LocalCall>> collectives;
  AnomalyReport anomalies;  ///< Counts epochs that were not opened or not closed.
};

/// Divides what a process did to windows into epochs.
WindowEpochs find_window_epochs(const CondensedTrace& trace, const CommMembers& members,
                                trace::LocationGroupId process);

}  // namespace latecomer::analyze
