// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --scale prepare=0.2
// The last rank prepares for long what it puts into the windows of the others, who wait in the fence; mended,
// for a fifth of the time.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  double value[2] = {1, 0};
  MPI_Win window;
  MPI_Win_create(&value[1], sizeof value[1], 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  for (int step = 0; step < 40; ++step) {
    work("solve", 8);
    if (rank == size - 1) {
      work("prepare", is_mended ? 3 : 15);
      MPI_Put(&value[0], 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
    }
    MPI_Win_fence(0, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
