// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Another tool: counts calls, and communicates at the end.
#include <mpi.h>
#include <stdio.h>

static long numbers[3];  // messages, barriers, levels

int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++numbers[0];
  return PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Barrier(MPI_Comm comm) {
  ++numbers[1];
  return PMPI_Barrier(comm);
}

int MPI_Pcontrol(const int level, ...) {
  numbers[2] += level;
  return PMPI_Pcontrol(level);
}

int MPI_Finalize(void) {
  long all[6] = {0};
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Gather(numbers, 3, MPI_LONG, all, 3, MPI_LONG, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("tool: %ld %ld %ld, %ld %ld %ld\n", all[0], all[1], all[2], all[3], all[4], all[5]);
  fflush(stdout);
  return PMPI_Finalize();
}
