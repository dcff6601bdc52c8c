// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 0 sleeps before it sends. Rank 1 sleeps between its tests whether that has come, which is waiting and
// no call of its own, and only then sends to rank 2.
#include <unistd.h>

#include "program.h"

static void doze(void) {
  usleep(200000);
}

static void wait_with_sleeps(MPI_Request* request) {
  for (int done = 0; !done;) {
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done) usleep(5000);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int number = 0;
  if (rank == 0) {
    const struct timespec time = {0, 100000000};
    doze();
    MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    nanosleep(&time, NULL);
    MPI_Send(&number, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Request request;
    MPI_Irecv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    wait_with_sleeps(&request);
    if (size > 2) MPI_Send(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 2) {
    MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
