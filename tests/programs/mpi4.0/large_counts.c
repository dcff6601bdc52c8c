// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The functions whose counts are MPI_Count are recorded as those whose counts are int. Rank 0 comes late to
// each.
#include "../program.h"

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int numbers[64] = {0};
  const MPI_Count count = 4;
  if (rank == 0) {
    work(0.1);
    for (int to = 1; to < size; ++to) MPI_Send_c(numbers, count, MPI_INT, to, 0, MPI_COMM_WORLD);
  } else {
    MPI_Status status;
    MPI_Recv_c(numbers, count, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Count received = 0;
    MPI_Get_count_c(&status, MPI_INT, &received);
    expect(received == count, "count");
  }

  if (rank == 0) work(0.1);
  MPI_Bcast_c(numbers, count, MPI_INT, 0, MPI_COMM_WORLD);

  MPI_Count counts[64];
  MPI_Aint places[64];
  for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i;
  if (rank == 0) work(0.1);
  MPI_Allgatherv_c(&rank, 1, MPI_INT, numbers, counts, places, MPI_INT, MPI_COMM_WORLD);
  expect(numbers[size - 1] == size - 1, "gathered numbers");

  int sum = 0;
  MPI_Request request;
  MPI_Allreduce_init_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  expect(sum == size * (size - 1) / 2, "sum");
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
