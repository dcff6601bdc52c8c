// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 has a file on the disk again and again, until that has taken 0.4 s.
#include <stdlib.h>
#include <unistd.h>

#include "code.h"

NOT_INLINED static void write_checkpoint(double seconds) {
  char name[] = "latecomer-planted-XXXXXX";
  static char state[64 << 10];
  const int file = mkstemp(name);
  for (double synced = 0; synced < seconds;) {
    if (pwrite(file, state, sizeof(state), 0) != (ssize_t)sizeof(state)) exit(1);
    const double begin = MPI_Wtime();
    fsync(file);  // planted: write_checkpoint → fsync, rank 1, 0.4 s
    synced += MPI_Wtime() - begin;
  }
  close(file);
  unlink(name);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) write_checkpoint(0.4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
