// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --scale write_output={share}
// Rank 0 writes what all have computed, in each step; mended, each writes its own.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  double mine = 0;
  double all[64];
  for (int step = 0; step < 24; ++step) {
    work("solve", 8);
    if (is_mended) {
      work("write_output", 24.0 / size);
    } else {
      MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      if (rank == 0) work("write_output", 24);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
