// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Four iterations, in each of which the two ranks exchange as many bytes as its number.
// tests/recording_off_test.py records parts of them.
#include <latecomer.h>
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i <= 4; ++i) {
    char sent[4] = {0}, received[4];
    latecomer_begin_phase("iteration", i);
    MPI_Sendrecv(sent, i, MPI_CHAR, 1 - rank, 0, received, i, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    latecomer_end_phase("iteration", i);
  }
  MPI_Finalize();
  return 0;
}
