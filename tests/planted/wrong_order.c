// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// Rank 2 receives first from rank 1, which is late by 0.4 s, and only then what rank 0 had sent long before.
// At the end, rank 0 waits as long for rank 2. summary: Wrong Order
#include "code.h"

NOT_INLINED static double gather_forces(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank = 0;
  double value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) value = gather_forces(0.4);  // planted: gather_forces, rank 1, 0.8 s
  if (rank < 2) MPI_Send(&value, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD);
  for (int source = 1; rank == 2 && source >= 0; --source) {
    MPI_Recv(&value, 1, MPI_DOUBLE, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(0.05);
  }
  MPI_Finalize();
  return 0;
}
