// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: rebalance --path solve --every 1
// One rank has three times as much to do as the others, for six steps, then the next one. Mended, each step
// is done as the one before should have been: who had most gives the others what they were below the mean.
#include "mended.h"

static double work_of(int of, int step) {
  return of == step / 6 % size ? 36 : 12;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  for (int step = 0; step < 24; ++step) {
    double milliseconds = work_of(rank, step);
    if (is_mended && step > 0) {
      const int most = (step - 1) / 6 % size;
      const double given = 24.0 / size / 36;  // to each other rank, as part of the work of who had most
      milliseconds = rank == most ? work_of(most, step) * (1 - given * (size - 1))
                                  : milliseconds + given * work_of(most, step);
    }
    work("solve", milliseconds);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
