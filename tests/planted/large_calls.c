// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Few messages, of 64 MiB each.
// sizes: MPI_, 20 calls of 67.1 MB
#include <stdlib.h>

#include "code.h"

enum { COUNT = 1 << 26 };

int main(int argc, char** argv) {
  int rank = 0;
  char* const values = calloc(COUNT, 1);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; ++i) {
    if (rank == 0) MPI_Send(values, COUNT, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, COUNT, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  free(values);
  return 0;
}
