// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// Rank 0 alone writes the output between two steps: both others wait for 0.3 s at the broadcast that follows.
#include "code.h"

NOT_INLINED static double step(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

NOT_INLINED static void write_output(double value) {
  FILE* const file = fopen("/dev/null", "w");
  for (const double end = processor_seconds() + 0.3; processor_seconds() < end;) {
    for (int i = 0; i < 100; ++i)
      fprintf(file, "%.17g\n", value + i);  // planted: write_output, rank 0, 0.6 s
  }
  fclose(file);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double value = step(0.05);
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) write_output(value);
  MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  value += step(0.05);
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return value > 0 ? 0 : 1;
}
