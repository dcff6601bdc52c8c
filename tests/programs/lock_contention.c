// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "window.h"

// Rank 0 has a counter. It locks it for itself and works; rank 1 wants it, too, and gets it when rank 0 is
// done and calls MPI.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  const MPI_Win window = make_window(&memory, 1);
  const int one = 1;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(0, window);
    work(0.2);
    MPI_Win_unlock(0, window);
  } else if (rank == 1) {
    work(0.05);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
  } else {
    work(0.2);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    expect(*memory == 2, "counter");
    MPI_Win_unlock(0, window);
  }
  free_window(window, memory);
  MPI_Finalize();
  return 0;
}
