// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 receives from the highest rank first, which works the longest. In the meantime the others have sent theirs.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank > 0) {
    work(rank == size - 1 ? 0.2 : 0.1);
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  } else {
    for (int from = size - 1; from > 0; --from) {
      int got = 0;
      MPI_Recv(&got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect(got == from, "received rank");
    }
  }
  MPI_Finalize();
  return 0;
}
