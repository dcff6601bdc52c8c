// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Collective operations of no elements, whose other members are through before rank 0, their root, comes:
// nobody waits in them. In the barrier after them everybody waits for rank 0.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int value = rank;
  int sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(sum == size * (size - 1) / 2, "the sum of all ranks");
  if (rank == 0) work(0.1);
  MPI_Bcast(&value, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Reduce(&value, &sum, 0, MPI_INT, MPI_SUM, size - 1, MPI_COMM_WORLD);
  MPI_Allreduce(&value, &sum, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
