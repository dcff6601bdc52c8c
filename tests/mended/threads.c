// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// ranks: 1
// record: --openmp
// mended: --balance loop
// Of an OpenMP loop, one thread has most; mended, all have as much.
#include <omp.h>

#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  for (int step = 0; step < 30; ++step) {
#pragma omp parallel num_threads(2)
    work("loop", is_mended ? 16 : omp_get_thread_num() == 1 ? 26 : 6);
    MPI_Allreduce(MPI_IN_PLACE, &(double){1}, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
