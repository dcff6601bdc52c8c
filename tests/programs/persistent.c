// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Persistent requests, started three times; rank 0 works before each start.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int value = rank == 0 ? 5 : 0;
  int count = rank == 0 ? size - 1 : 1;
  MPI_Request* requests = malloc(size * sizeof(MPI_Request));
  if (rank == 0) {
    for (int r = 1; r < size; ++r) MPI_Send_init(&value, 1, MPI_INT, r, 4, MPI_COMM_WORLD, &requests[r - 1]);
  } else {
    MPI_Recv_init(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &requests[0]);
  }
  for (int step = 0; step < 3; ++step) {
    if (rank == 0) work(0.05);
    MPI_Startall(count, requests);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    expect(value == 5, "value of rank 0");
  }
  for (int r = 0; r < count; ++r) MPI_Request_free(&requests[r]);
  free(requests);
  MPI_Finalize();
  return 0;
}
