// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Every other rank sends synchronously to rank 0, which works before it receives.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank > 0) {
    MPI_Ssend(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  } else {
    work(0.15);
    for (int from = 1; from < size; ++from) {
      int got = 0;
      MPI_Recv(&got, 1, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect(got == from, "received rank");
    }
  }
  MPI_Finalize();
  return 0;
}
