// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks --openmp
// Of a team of four threads on rank 1, thread 3 computes for 0.4 s longer: three threads wait for it at the
// end of the region, rank 0 waits for rank 1, and the three workers of rank 0 for its master.
#include <omp.h>

#include "code.h"

NOT_INLINED static double integrate(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank = 0;
  double sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    sum += integrate(0.01);
    if (rank == 1 && omp_get_thread_num() == 3)
      sum += integrate(0.4);  // planted: integrate, rank 1, thread 3, 2.8 s
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
