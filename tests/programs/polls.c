// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// polls NUMBER: rank 1 tests NUMBER times whether it has a message of rank 0, which sends it then.
// polls: until it is killed.
#include "program.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const long most = argc > 1 ? atol(argv[1]) : -1;
  int number = 0;
  if (rank == 0) {
    if (most >= 0) MPI_Recv(&number, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (most < 0) work(1000);
    MPI_Send(&number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Request request;
    int done = 0;
    MPI_Irecv(&number, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
    const double begin = MPI_Wtime();
    for (long i = 0; i != most; ++i) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (most < 0 && i == 100000) puts("polls"), fflush(stdout);
    }
    expect(!done, "the message was not sent");
    printf("%.1f ns\n", 1e9 * (MPI_Wtime() - begin) / (double)most);
    MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
