// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// In one of twenty iterations, rank 1 rebuilds lists of neighbours for 0.4 s.
// summary: in iteration 13, one of 20
#include <latecomer.h>

#include "code.h"

NOT_INLINED static double assemble(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

// Not the same as `assemble`: compilers make one function of two that are equal.
NOT_INLINED static double rebuild_lists(double seconds) {
  double sum = 1;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; ++i) {
    latecomer_begin_phase("iteration", i);
    double energy = assemble(0.01);
    if (rank == 1 && i == 13) energy += rebuild_lists(0.4);  // planted: rebuild_lists, rank 1, 0.4 s
    MPI_Allreduce(MPI_IN_PLACE, &energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    latecomer_end_phase("iteration", i);
  }
  MPI_Finalize();
  return 0;
}
