// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 0 sends a message that is too large to be buffered, while rank 1 still unpacks the last one.
// summary: Late Receiver
#include <stdlib.h>

#include "code.h"

enum { COUNT = 1 << 20 };

NOT_INLINED static double unpack(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank = 0;
  double* const values = calloc(COUNT, sizeof *values);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(values, COUNT, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) values[0] = unpack(0.4);  // planted: unpack, rank 1, 0.4 s
  if (rank == 1) MPI_Recv(values, COUNT, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  free(values);
  return 0;
}
