// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// with: chemistry.c
// Calls a library of its own, in which a function takes 0.4 s on rank 1.
#include "code.h"

double react(double seconds);

int main(int argc, char** argv) {
  int rank = 0;
  double energy = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) energy = react(0.4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return energy < 0;
}
