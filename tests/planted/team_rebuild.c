// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 1 ranks --openmp
// Both threads of a team integrate for 0.5 s. What thread 1 does in addition is shorter than that, and all
// that thread 0 waits for. summary: of it sampled in rebuild_lists
#include <omp.h>

#include "code.h"

NOT_INLINED static double integrate(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

// Not the same as `integrate`: compilers make one function of two that are equal.
NOT_INLINED static double rebuild_lists(double seconds) {
  double sum = 1;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

int main(int argc, char** argv) {
  double sum = 0;
  MPI_Init(&argc, &argv);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    sum += integrate(0.5);
    if (omp_get_thread_num() == 1)
      sum += rebuild_lists(0.2);  // planted: rebuild_lists, rank 0, thread 1, 0.2 s
  }
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
