// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 1 says that the program hangs, once all others are in calls that end only if it communicates, which it
// never does.
#include "program.h"

static void wait_for(int source, int tag) {
  int number = 0;
  MPI_Request request;
  MPI_Irecv(&number, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void exchange_with(int other) {
  int numbers[2] = {0, 0};
  MPI_Request requests[2];
  MPI_Irecv(&numbers[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(&numbers[1], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void say_so(void) {
  work(2);
  puts("hangs");
  fflush(stdout);
  work(1000);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm last_two;
  MPI_Comm_split(MPI_COMM_WORLD, rank >= 5 ? 0 : MPI_UNDEFINED, rank, &last_two);
  MPI_Barrier(MPI_COMM_WORLD);
  int number = 0;
  if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) say_so();
  if (rank == 2) wait_for(1, 9);
  if (rank == 3) MPI_Ssend(&number, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
  if (rank == 4 || rank == 5) exchange_with(1);
  if (rank == 6) MPI_Barrier(last_two);
  MPI_Finalize();
  return 0;
}
