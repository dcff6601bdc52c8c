// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

#define LENGTH 1000

static int numbers[LENGTH];

// Rank 0 probes for and receives the messages of ranks 2, 3, ... and last of rank 1, and works after that.
// Each other rank works longer the higher it is, and sends.
static void receive_from(int source) {
  MPI_Status status;
  int length = 0;
  MPI_Probe(source, source, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &length);
  expect(length == LENGTH, "length of a probed message");
  MPI_Recv(numbers, LENGTH, MPI_INT, source, source, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  expect(numbers[LENGTH - 1] == source, "received numbers");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  if (rank == 0) {
    for (int i = 1; i < size; ++i) receive_from(i % (size - 1) + 1);
    work(0.2);
  } else {
    for (int i = 0; i < LENGTH; ++i) numbers[i] = rank;
    work(0.2 * rank);
    MPI_Send(numbers, LENGTH, MPI_INT, 0, rank, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
