// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// All calls of MPI that matter stand in the header of a library.
#include <mpi.h>

#include <functional>
#include <reduce.hpp>

static double energy(double mine) {
  return reduce::all_reduce(MPI_COMM_WORLD, mine, std::plus<double>());  // energy
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double sum = 0;
  for (int step = 0; step < 10; ++step) sum += energy(step);
  for (int step = 0; step < 10; ++step)
    sum += reduce::all_reduce(MPI_COMM_WORLD, sum, std::multiplies<double>());  // step
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
