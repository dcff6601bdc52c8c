// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// Rank 0 is late in sending to rank 1, which sends to rank 2 what it makes of that: both wait for 0.4 s.
// summary: further on, through others that had to wait
#include "code.h"

NOT_INLINED static double prepare(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank = 0, size = 0;
  double value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) value = prepare(0.4);  // planted: prepare, rank 0, 0.8 s
  if (rank > 0) MPI_Recv(&value, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  value += compute(0.005);
  if (rank < size - 1) MPI_Send(&value, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
