// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 0 works for 200 ms before it sends; rank 1 waits for it. It is compiled as C and as C++.

#include <mpi.h>
#include <stdio.h>

static volatile double sum = 0;

void late_work(void) {
  const double begin = MPI_Wtime();
  while (MPI_Wtime() - begin < 0.2)
    for (int i = 1; i < 1000; ++i) sum = sum + 1.0 / i;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    late_work();
    value = sum;
    MPI_Send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("received\n");
  }
  MPI_Finalize();
  return 0;
}
