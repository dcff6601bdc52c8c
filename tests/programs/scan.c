// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Prefix reductions with rank 0 late: everybody else needs its contribution.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const double late = rank == 0 ? 0.1 : 0;
  int sum = 0;
  work(late);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(sum == rank * (rank + 1) / 2, "Scan");
  work(late);
  MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(rank == 0 || sum == rank * (rank - 1) / 2, "Exscan");
  MPI_Finalize();
  return 0;
}
