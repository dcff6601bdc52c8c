// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --balance-each solve
// In one step rank 0 refines its grid and takes much longer; mended, all refine a part of it.
#include "mended.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  for (int step = 0; step < 40; ++step) {
    const double mean = (400.0 + 10.0 * (size - 1)) / size;
    work("solve", step != 7 ? 10 : is_mended ? mean : rank == 0 ? 400 : 10);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
