// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --remove nap
// Rank 0 sleeps before it sends, in each step; mended, it does not.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  double value = 0;
  for (int step = 0; step < 40; ++step) {
    work("solve", 8);
    if (rank == 0) {
      if (!is_mended) work("nap", 10);
      for (int to = 1; to < size; ++to) MPI_Send(&value, 1, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
