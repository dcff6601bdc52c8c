// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Values are summed up one at a time.
// sizes: MPI_Allreduce, 200,000 calls of 8 B
#include "code.h"

int main(int argc, char** argv) {
  static double values[100000];
  double sum = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 100000; ++i) {
    MPI_Allreduce(&values[i], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return sum > 0 ? 1 : 0;
}
