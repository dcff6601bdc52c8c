// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 waits for a child process, which sleeps for 0.4 s.
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/pause.h"
#include "code.h"

NOT_INLINED static int convert_mesh(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    pause_for(0.4);
    _exit(0);
  }
  waitpid(child, &status, 0);  // planted: convert_mesh → waitpid, rank 1, 0.4 s
  return status;
}

int main(int argc, char** argv) {
  int rank = 0, status = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) status = convert_mesh();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
