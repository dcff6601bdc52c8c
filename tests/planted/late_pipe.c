// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks --kernel
// Rank 1 reads from a pipe, which another program fills after 0.4 s.
// summary: on process converter
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../programs/pause.h"
#include "code.h"

static int start_converter(void) {
  int ends[2];
  if (pipe(ends) != 0) exit(1);
  if (fork() == 0) {
    prctl(PR_SET_NAME, "converter");
    pause_for(0.4);
    _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
  }
  close(ends[1]);
  return ends[0];
}

NOT_INLINED static int read_settings(int input) {
  char setting = 0;
  const int count = (int)read(input, &setting, 1);
  STAY;
  return count;
}

int main(int argc, char** argv) {
  int rank = 0, count = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);  // planted: blocked by converter, rank 1, 0.4 s
  if (rank == 1) count = read_settings(start_converter());
  MPI_Barrier(MPI_COMM_WORLD);
  wait(NULL);
  MPI_Finalize();
  return count == 1 ? 0 : 1;
}
