// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --rank-speed 1=2
// Rank 1 is on a node that is half as fast; mended, on one as fast as the others. Neighbours exchange their
// edges.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  const double slower = rank == 1 && !is_mended ? 2 : 1;
  const int left = (rank + size - 1) % size;
  const int right = (rank + 1) % size;
  double edges[2] = {0, 0};
  for (int step = 0; step < 40; ++step) {
    work("solve", 8 * slower);
    work("update", 4 * slower);
    MPI_Sendrecv(&edges[0], 1, MPI_DOUBLE, right, 0, &edges[1], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
