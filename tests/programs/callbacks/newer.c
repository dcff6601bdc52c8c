// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Ten messages by functions that are newer than Open MPI 4, and calls of one that no table of the API has.
#include "newer.h"

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int number = 0;
  for (int i = 0; i < 10; ++i) {
    if (rank == 0) MPI_Send_c(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv_c(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Of_tomorrow(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
