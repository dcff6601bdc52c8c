// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 works before it sends to everybody else; they have been waiting in MPI_Recv since the start.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int value = 42;
  if (rank == 0) {
    work(0.15);
    for (int to = 1; to < size; ++to) MPI_Send(&value, 1, MPI_INT, to, 7, MPI_COMM_WORLD);
  } else {
    int got = 0;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(got == value, "received value");
  }
  MPI_Finalize();
  return 0;
}
