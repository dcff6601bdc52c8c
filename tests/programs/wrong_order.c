// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 works, sends tag 1, works, sends tag 2 to each other rank; they receive tag 2 first, which they get later.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int first = 1;
  int second = 2;
  if (rank == 0) {
    for (int tag = 1; tag <= 2; ++tag) {
      work(0.1);
      for (int to = 1; to < size; ++to) MPI_Send(tag == 1 ? &first : &second, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
    }
  } else {
    MPI_Recv(&second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&first, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(first == 1 && second == 2, "received values");
  }
  MPI_Finalize();
  return 0;
}
