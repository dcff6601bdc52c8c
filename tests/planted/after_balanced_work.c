// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Both ranks assemble for 0.8 s. What rank 1 does in addition is shorter than that, and all that rank 0 waits
// for.
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
  MPI_Barrier(MPI_COMM_WORLD);
  double energy = assemble(0.8);
  if (rank == 1) energy += rebuild_lists(0.2);  // planted: rebuild_lists, rank 1, 0.2 s
  MPI_Allreduce(MPI_IN_PLACE, &energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return energy > 0 ? 0 : 1;
}
