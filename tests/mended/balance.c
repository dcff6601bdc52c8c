// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --balance solve
// Rank 0 has three times as much of the grid as the others; mended, all have as much.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  const double mean = (24.0 + 8.0 * (size - 1)) / size;
  for (int step = 0; step < 30; ++step) {
    work("solve", is_mended ? mean : rank == 0 ? 24 : 8);
    MPI_Allreduce(MPI_IN_PLACE, &(double){1}, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
