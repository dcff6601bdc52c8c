// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 looks every millisecond whether a device is ready, which is so after 0.4 s.
#include <unistd.h>

#include "code.h"

static int is_ready(double begin) {
  return MPI_Wtime() - begin >= 0.4;
}

NOT_INLINED static void await_device(void) {
  const double begin = MPI_Wtime();
  while (!is_ready(begin)) usleep(1000);  // planted: await_device → usleep, rank 1, 0.4 s
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) await_device();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
