// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// MPI calls from different lines, functions and threads of control. tests/stacks_test.py knows the functions.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_INLINED __attribute__((noinline, noclone))

// Keeps a call from being the last thing of its function, which would be a jump.
#define STAY __asm__ volatile("")

static int is_set;

NOT_INLINED void exchange(int size) {
  char frame[size];  // its size is not known when this is compiled
  memset(frame, size, sizeof(frame));
  MPI_Allreduce(MPI_IN_PLACE, frame, 1, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  if (is_set != 0) puts(frame);
}

NOT_INLINED void inner(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  STAY;
}

NOT_INLINED void outer(void) {
  inner();
  STAY;
}

NOT_INLINED void recurse(int levels) {
  if (levels > 0)
    recurse(levels - 1);
  else
    inner();
  STAY;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    exchange(100 + 1000 * i);
    outer();
    inner();
  }
  recurse(argc > 1 ? atoi(argv[1]) : 3);
  if (argc > 2) raise(SIGKILL);
  MPI_Finalize();
  return 0;
}
