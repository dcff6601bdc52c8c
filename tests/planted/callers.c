// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// Two functions call the same helper: one of them on all ranks, for as long, the other one on rank 2 alone.
// Both other ranks wait for it for 0.3 s.
#include "code.h"

NOT_INLINED static double smooth(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

NOT_INLINED static void refine(double* residual) {
  *residual += smooth(0.1);
}

NOT_INLINED static void estimate_error(double* residual) {
  *residual += smooth(0.3);  // planted: estimate_error → smooth, rank 2, 0.6 s
}

int main(int argc, char** argv) {
  int rank = 0;
  double residual = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  refine(&residual);
  if (rank == 2) estimate_error(&residual);
  refine(&residual);
  MPI_Allreduce(MPI_IN_PLACE, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return residual > 0 ? 0 : 1;
}
