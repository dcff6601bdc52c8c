// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 1 takes the first of two messages out of the queue with a matched probe, so its ordinary probe sees
// the second, which it receives first. Rank 0 probes for the answer twice; the second probe finds what the
// first has found already.
static void give_two_and_take_one(void) {
  int parts[2] = {20, 22};
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    work(0.2);
    MPI_Send(&parts[i], 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  }
  MPI_Probe(1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Probe(1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&sum, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect(sum == 42, "sum of both messages");
}

static void take_two_and_give_one(void) {
  MPI_Message first;
  int received[2] = {0, 0};
  MPI_Mprobe(0, 7, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
  MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&received[1], 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Mrecv(&received[0], 1, MPI_INT, &first, MPI_STATUS_IGNORE);
  expect(received[0] == 20 && received[1] == 22, "order of the messages");
  work(0.2);
  const int sum = received[0] + received[1];
  MPI_Send(&sum, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) give_two_and_take_one();
  if (rank == 1) take_two_and_give_one();
  MPI_Finalize();
  return 0;
}
