// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks --openmp
// On rank 1, thread 2 of four is in a critical section for 0.4 s, where all others want to be: three threads
// wait for it, rank 0 waits for rank 1, and the three workers of rank 0 for its master.
#include <omp.h>

#include "../programs/pause.h"
#include "code.h"

NOT_INLINED static double insert(double seconds) {
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
#pragma omp parallel num_threads(4)
  {
    const int is_slow = rank == 1 && omp_get_thread_num() == 2;
    if (!is_slow) pause_for(0.01);
#pragma omp critical
    if (is_slow)
      sum += insert(0.4);  // planted: insert, rank 1, thread 2, 2.8 s
    else
      sum += 1;
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
