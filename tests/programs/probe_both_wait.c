// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Even ranks work and send synchronously to their odd neighbours. These probe for the message, work, and only
// then receive it: first the probe waits for the send, then the send for the receive.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int number = rank;
  if (rank % 2 == 0) {
    work(0.2);
    MPI_Ssend(&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    work(0.4);
    MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(number == rank - 1, "received number");
  }
  MPI_Finalize();
  return 0;
}
