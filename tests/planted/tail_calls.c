// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// As in callers.c, two functions call the same helper, here as their last act, and so does what calls MPI:
// with -O2 these jump, and are on no stack. Both other ranks wait for rank 2 for 0.3 s.
//
// summary: reduce/MPI_Allreduce
#include "code.h"

static double residual;

NOT_INLINED static void smooth(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  residual += sum;
}

NOT_INLINED static void refine(void) {
  smooth(0.1);
}

NOT_INLINED static void estimate_error(void) {
  smooth(0.3);  // planted: estimate_error → smooth, rank 2, 0.6 s
}

NOT_INLINED static void reduce(void) {
  MPI_Allreduce(MPI_IN_PLACE, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  refine();
  if (rank == 2) estimate_error();
  refine();
  reduce();
  MPI_Finalize();
  return residual > 0 ? 0 : 1;
}
