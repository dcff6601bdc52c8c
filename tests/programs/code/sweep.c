// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A wavefront: each rank gets the boundary of a block from its left neighbour, works on the block, and hands
// its own boundary on to the right. On rank 0 every block needs a fixup in addition.
#include "code.h"

static int rank;
static int size;

NOT_INLINED static void transport(void) {
  compute(0.01);
  STAY;
}

NOT_INLINED static void fixup(void) {
  compute(0.1);
  STAY;
}

NOT_INLINED static void sweep(int block) {
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  int boundary = 0;
  // stack: main > sweep; place: receive
  MPI_Recv(&boundary, 1, MPI_INT, left, block, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  transport();
  if (rank == 0) fixup();  // delay: fixup in sweep, receive, send
  // stack: main > sweep; place: send
  MPI_Send(&boundary, 1, MPI_INT, right, block, MPI_COMM_WORLD);
  STAY;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);                                // stack: main
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);                  // stack: main
  MPI_Comm_size(MPI_COMM_WORLD, &size);                  // stack: main
  for (int block = 0; block < 5; ++block) sweep(block);  // stack: main
  MPI_Finalize();                                        // stack: main
  return 0;
}
