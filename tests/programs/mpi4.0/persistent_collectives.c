// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Persistent collective operations, initialized in one order and started in different ones, between others on
// the same communicator. Rank 0 works before each start of both.

enum { kRounds = 3 };

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Request barrier, sum;
  int total = 0;
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
  MPI_Allreduce_init(&rank, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &sum);
  for (int round = 0; round < kRounds; ++round) {
    MPI_Request first = rank == 0 ? barrier : sum;
    MPI_Request second = rank == 0 ? sum : barrier;
    if (rank == 0) work(0.1);
    MPI_Start(&first);
    MPI_Start(&second);
    MPI_Wait(&sum, MPI_STATUS_IGNORE);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    expect(total == size * (size - 1) / 2, "sum of the ranks");
    MPI_Bcast(&total, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Request_free(&barrier);
  MPI_Request_free(&sum);
  MPI_Finalize();
  return 0;
}
