// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "window.h"

// Rank 0 works outside of MPI three times, while the others, which hold a lock, want to have their accesses
// complete: that with a request, by a flush, and by a flush of all.
static void next(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  work(rank == 0 ? 0.2 : 0.05);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  const MPI_Win window = make_window(&memory, 2);
  const int one = 1;
  int value = 0;
  if (rank != 0) {
    MPI_Win_lock_all(0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush_local(0, window);
    MPI_Win_flush(0, window);
  }
  next();
  if (rank != 0) {
    MPI_Request request;
    MPI_Rget(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  next();
  if (rank != 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(0, window);
  }
  next();
  if (rank != 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush_all(window);
    MPI_Win_flush_local_all(window);  // there is nothing to be completed any more
    MPI_Win_unlock_all(window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    expect(*memory == 3 * (size - 1), "counter");
    MPI_Win_unlock(0, window);
  }
  free_window(window, memory);
  MPI_Finalize();
  return 0;
}
