// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 works and sends to rank 1; that works and sends on to rank 2. Both receivers probe first.
static void pass_on(int from, int to, double seconds) {
  int number = 1;
  if (from >= 0) {
    MPI_Probe(from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&number, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(number == from + 1, "received number");
    ++number;
  }
  work(seconds);
  if (to < size) MPI_Send(&number, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) pass_on(-1, 1, 0.4);
  if (rank == 1) pass_on(0, 2, 0.2);
  if (rank == 2) pass_on(1, size, 0);
  MPI_Finalize();
  return 0;
}
