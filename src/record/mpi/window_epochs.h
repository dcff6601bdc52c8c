// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

// The epochs in which windows are accessed: with groups of processes, and under locks.
namespace latecomer::record::mpi {

/// These functions begin epochs, after the real calls of MPI_Win_start and MPI_Win_post.
void accesses_started(int result, MPI_Group targets, MPI_Win window);
void exposure_posted(int result, MPI_Group origins, MPI_Win window);
/// These functions end epochs, after the real calls of MPI_Win_complete, MPI_Win_wait and MPI_Win_test.
void accesses_completed(int result, MPI_Win window);
void exposure_ended(int result, MPI_Win window);
void exposure_tested(int result, bool ended, MPI_Win window);

/// Writes the request of a lock, before the real call of MPI_Win_lock and MPI_Win_lock_all (kAllTargets).
void lock_requested(MPI_Win window, int target, bool exclusive);
/// Writes the release of a lock, after the real call of MPI_Win_unlock and MPI_Win_unlock_all.
void lock_released(int result, MPI_Win window, int target);

}  // namespace latecomer::record::mpi
