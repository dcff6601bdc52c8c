// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 sleeps for 0.4 s before it tries a connection again.
#include <time.h>

#include "code.h"

NOT_INLINED static void retry_later(void) {
  const struct timespec later = {0, 400000000};
  nanosleep(&later, NULL);  // planted: retry_later → nanosleep, rank 1, 0.4 s
  STAY;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) retry_later();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
