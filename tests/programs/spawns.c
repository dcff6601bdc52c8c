// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Two processes start two more, which have an archive of their own. Rank 0 waits in MPI_Comm_spawn for rank
// 1; then all are in one communicator, which is split into those of each MPI_COMM_WORLD; there rank 1 waits
// for a message of rank 0.
#include "program.h"

static MPI_Comm all_of_parent(const char* program) {
  MPI_Comm other;
  MPI_Comm_get_parent(&other);
  const int spawned = other != MPI_COMM_NULL;
  if (!spawned) {
    if (rank == 1) work(0.1);
    MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE);
  }
  MPI_Comm all;
  MPI_Intercomm_merge(other, spawned, &all);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
  expect(sum == 2, "sum of all ranks");
  MPI_Comm own;
  MPI_Comm_split(all, spawned, rank, &own);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&other);
  return own;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm own = all_of_parent(argv[0]);
  int number = rank;
  if (rank == 0) {
    work(0.1);
    MPI_Send(&number, 1, MPI_INT, 1, 3, own);
  } else {
    MPI_Recv(&number, 1, MPI_INT, 0, 3, own, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
