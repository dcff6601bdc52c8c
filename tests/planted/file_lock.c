// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 waits for the lock of a file, which another process keeps for 0.4 s.
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/pause.h"
#include "code.h"

static char name[] = "/tmp/latecomer-planted-XXXXXX";

// A process of its own that has the lock when this returns.
static pid_t keep_locked(double seconds) {
  int ends[2];
  char byte = 0;
  if (pipe(ends) != 0) abort();
  const pid_t keeper = fork();
  if (keeper == 0) {
    flock(open(name, O_RDWR), LOCK_EX);
    if (write(ends[1], &byte, 1) != 1) _exit(1);
    pause_for(seconds);
    _exit(0);
  }
  if (read(ends[0], &byte, 1) != 1) abort();
  return keeper;
}

NOT_INLINED static void append_result(int file) {
  flock(file, LOCK_EX);  // planted: append_result → flock, rank 1, 0.4 s
  if (write(file, "1", 1) != 1) abort();
  flock(file, LOCK_UN);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int file = rank == 1 ? mkstemp(name) : -1;
  const pid_t keeper = rank == 1 ? keep_locked(0.4) : 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) append_result(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) waitpid(keeper, NULL, 0);
  if (rank == 1) unlink(name);
  MPI_Finalize();
  return 0;
}
