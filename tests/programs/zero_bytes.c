// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Collective operations of no bytes alone, to which the ranks come one after the other: nobody waits.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  char nothing;
  work(0.05 * rank);
  for (int round = 0; round < 5; ++round) {
    MPI_Bcast(&nothing, 0, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Gather(&nothing, 0, MPI_CHAR, &nothing, 0, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Allgather(&nothing, 0, MPI_CHAR, &nothing, 0, MPI_CHAR, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
