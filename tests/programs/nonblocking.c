// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 works before its nonblocking sends; everybody else waits for its message in MPI_Waitall.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int value = 17;
  MPI_Request* requests = malloc(2 * size * sizeof(MPI_Request));
  int* answers = malloc(size * sizeof(int));
  int count = 0;
  if (rank == 0) {
    for (int r = 1; r < size; ++r) MPI_Irecv(&answers[r], 1, MPI_INT, r, 2, MPI_COMM_WORLD, &requests[count++]);
    work(0.15);
    for (int r = 1; r < size; ++r) MPI_Isend(&value, 1, MPI_INT, r, 1, MPI_COMM_WORLD, &requests[count++]);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[count++]);
    requests[count++] = MPI_REQUEST_NULL;
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  expect(value == 17, "value of rank 0");
  free(requests), free(answers);
  MPI_Finalize();
  return 0;
}
