// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Messages that are longer than the buffers they are received in. MPI tells the receiver of an error, and the
// message is gone: what is received next is the next message, for which it waits.

enum { kWays = 4 };

static void receive(int way) {
  static int number;
  MPI_Status status;
  MPI_Request request;
  MPI_Message message;
  if (way == 0) MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (way == 1) {
    MPI_Irecv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (way == 2) {
    MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, &status);
  }
  if (way == 3) {
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(&number, 1, MPI_INT, &message, &status);
  }
}

int main(int argc, char** argv) {
  static const int numbers[2] = {1, 2};
  begin(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int way = 0; way < kWays; ++way) {
    if (rank == 0) {
      MPI_Send(numbers, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);
      MPI_Barrier(MPI_COMM_WORLD);
      work(0.25);
      MPI_Send(numbers, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
      if (rank == 1) receive(way);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) receive(0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
