// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

enum { kLength = 1 << 20 };  // so much that a send has to wait until somebody receives

static char halo[kLength];
static char sent[kLength];

// Every rank hands its halo on to the right; rank 1 is late. Then rank 0 has something to tell the last rank.
// MPI_Sendrecv is not done before its send is: what rank 0 spends there makes it late.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  if (rank == 1) work(0.2);
  MPI_Sendrecv(sent, kLength, MPI_CHAR, right, 0, halo, kLength, MPI_CHAR, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  int value = 42;
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
  if (rank == size - 1) MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect(value == 42, "value");
  MPI_Finalize();
  return 0;
}
