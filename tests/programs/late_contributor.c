// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 1 alone is late in a gather: the root waits for it, the others do not (they wait for the end of the program).
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* got = calloc(size, sizeof(int));
  if (rank == 1) work(0.15);
  MPI_Gather(&rank, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
  expect(rank != 0 || got[1] == 1, "Gather");
  free(got);
  MPI_Finalize();
  return 0;
}
