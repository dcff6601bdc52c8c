// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: in another order
// Rank 0 takes what the others send late before what they have sent early, so it has nothing to do at first.
// Mended, it takes them as they come. What that gains is what of its waiting another order avoids.
#include "mended.h"

enum { kEarly, kLate };

static void receive(int tag) {
  double value = 0;
  for (int from = 1; from < size; ++from)
    MPI_Recv(&value, 1, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  work("use", 10);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  double value = 0;
  for (int step = 0; step < 20; ++step) {
    if (rank == 0) {
      receive(is_mended ? kEarly : kLate);
      receive(is_mended ? kLate : kEarly);
    } else {
      MPI_Send(&value, 1, MPI_DOUBLE, 0, kEarly, MPI_COMM_WORLD);
      work("solve", 20);
      MPI_Send(&value, 1, MPI_DOUBLE, 0, kLate, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
