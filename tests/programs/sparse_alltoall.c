// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// MPI_Alltoallv in which every rank has data for the next one only, so that nobody but rank 1 waits for rank
// 0.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int counts[4] = {0};
  int sources[4] = {0};
  int offsets[4] = {0};
  int value = rank;
  int arrived = -1;
  expect(size <= 4, "four ranks at most");
  counts[(rank + 1) % size] = 1;
  sources[(rank + size - 1) % size] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(0.1);
  MPI_Alltoallv(&value, counts, offsets, MPI_INT, &arrived, sources, offsets, MPI_INT, MPI_COMM_WORLD);
  expect(arrived == (rank + size - 1) % size, "the rank before this one");
  MPI_Finalize();
  return 0;
}
