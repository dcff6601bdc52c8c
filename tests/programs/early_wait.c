// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "window.h"

// All others access rank 0's window, and work before they say that they are done: rank 0 waits for that in
// MPI_Win_wait. In a second epoch it asks with MPI_Win_test instead, which never waits, until it hears so.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  const MPI_Win window = make_window(&memory, size);
  MPI_Group group = rank == 0 ? group_by(MPI_Group_excl, 0) : group_by(MPI_Group_incl, 0);
  for (int epoch = 0; epoch < 2; ++epoch) {
    if (rank == 0) {
      int done = 0;
      MPI_Win_post(group, 0, window);
      MPI_Barrier(MPI_COMM_WORLD);
      if (epoch == 0)
        MPI_Win_wait(window);
      else
        while (!done) {
          MPI_Win_test(window, &done);
          if (!done) work(0.02);
        }
      for (int other = 1; other < size; ++other) expect(memory[other] == other * (epoch + 1), "numbers");
    } else {
      const int number = rank * (epoch + 1);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_start(group, 0, window);
      work(0.05);
      MPI_Put(&number, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
      work(0.1);
      MPI_Win_complete(window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Group_free(&group);
  free_window(window, memory);
  MPI_Finalize();
  return 0;
}
