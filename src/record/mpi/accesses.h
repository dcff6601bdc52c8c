// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "trace/event.h"

// Accesses to the memory of other processes, and what completes them.
namespace latecomer::record::mpi {

/// Stands for all targets of a window: of MPI_Win_lock_all, MPI_Win_flush_all and the like.
inline constexpr int kAllTargets = MPI_ANY_SOURCE;
static_assert(kAllTargets != MPI_PROC_NULL && kAllTargets < 0);

/// Numbers the operations of a window's accesses under locks, until they are complete at their targets. What
/// MPI completes together has one operation; of accesses with a request each has its own.
class Accesses {
 public:
  void locked() noexcept { ++locks_; }
  void unlocked() noexcept { --locks_; }
  /// These functions number the next access; 0 without a lock, as no flush or unlock completes it.
  uint64_t operation_to(int target);
  uint64_t requested_operation_to(int target);
  /// Returns the operations that are not complete at the target; of accesses with a request only the latest.
  std::vector<uint64_t> incomplete_at(int target);
  void completed_at(int target);

 private:
  struct Incomplete {
    uint64_t together = 0;
    uint64_t requested = 0;
  };

  std::atomic<int> locks_ = 0;
  std::mutex mutex_;
  std::map<int, Incomplete> by_target_;
};

/// Describes elements of a datatype that go from the origin to the target, or back.
struct Moved {
  MPI_Count count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
};

/// Holds the arguments of any function that accesses a window.
struct AccessArguments {
  trace::EventKind kind = trace::EventKind::rma_put;
  MPI_Win window = MPI_WIN_NULL;
  int target = MPI_PROC_NULL;
  Moved sent = {};
  Moved received = {};
};

/// Writes the access, before the real call of MPI_Put, MPI_Get, MPI_Accumulate and their siblings.
void window_accessed(const AccessArguments& arguments);

/// Records MPI_Rput and its siblings: when their request is complete, so is the access at this process.
class RequestedAccess {
 public:
  explicit RequestedAccess(const AccessArguments& arguments);
  void started(int result, MPI_Request request);

 private:
  trace::Event completion_;  ///< Is the completion's event, without an operation where nothing was recorded.
};

/// These functions write completions, after the real calls of MPI_Win_flush and its siblings.
void accesses_completed_remotely(int result, MPI_Win window, int target);
void accesses_completed_locally(int result, MPI_Win window, int target);

}  // namespace latecomer::record::mpi
