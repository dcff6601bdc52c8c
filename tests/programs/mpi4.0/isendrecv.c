// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Both ranks send to each other and receive with one request; rank 0 works before.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int other = 1 - rank;
  const int mine = 10 + rank;
  int number = 0;
  MPI_Request request;

  if (rank == 0) work(0.2);
  MPI_Isendrecv(&mine, 1, MPI_INT, other, rank, &number, 1, MPI_INT, other, other, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(number == 10 + other, "received number");

  if (rank == 0) work(0.1);
  number = mine;
  MPI_Isendrecv_replace(&number, 1, MPI_INT, other, rank, other, other, MPI_COMM_WORLD, &request);
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  expect(number == 10 + other, "received number in the place of the sent one");
  MPI_Finalize();
  return 0;
}
