// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "window.h"

// Rank 0 works outside of MPI while rank 1 adds to its counter: MPICH does that only while rank 0 is in MPI.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  const MPI_Win window = make_window(&memory, 1);
  const int one = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    work(0.2);
  } else {
    work(0.05);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  free_window(window, memory);
  MPI_Finalize();
  return 0;
}
