// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Nonblocking collective operations, started late by rank 0: the others wait for it where they complete.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int sum = 0;
  int value = rank;
  MPI_Request request;
  if (rank == 0) work(0.1);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(sum == size * (size - 1) / 2, "Iallreduce");
  if (rank == 0) work(0.1);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  expect(value == 0, "Ibcast");
  if (rank == 0) work(0.1);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  int index = 0;
  MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
