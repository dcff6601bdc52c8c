// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// A sweep through blocks of a domain: each rank gets the boundary of a block from its left neighbour, works
// on the block, and hands its own boundary on to the right. On rank 0 every block needs a fixup in addition.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  for (int block = 0; block < 4; ++block) {
    int boundary = 0;
    if (rank > 0) MPI_Recv(&boundary, 1, MPI_INT, rank - 1, block, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(boundary == rank * block, "boundary");
    work(0.04);
    if (rank == 0) work(0.16);  // the fixup
    boundary += block;
    if (rank < size - 1) MPI_Send(&boundary, 1, MPI_INT, rank + 1, block, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
