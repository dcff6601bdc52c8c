// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// mended: --scale prepare_task=0.25
// A master prepares each task before a worker gets it, and the workers wait for it; mended, it prepares them
// four times as fast.
#include "mended.h"

enum { kTask, kEnd };

static void master(void) {
  int ready = 0;
  for (int left = 80; left > 0; --left) {
    MPI_Status status;
    MPI_Recv(&ready, 1, MPI_INT, MPI_ANY_SOURCE, kTask, MPI_COMM_WORLD, &status);
    work("prepare_task", is_mended ? 2.5 : 10);
    MPI_Send(&ready, 1, MPI_INT, status.MPI_SOURCE, kTask, MPI_COMM_WORLD);
  }
  for (int worker = 1; worker < size; ++worker) {
    MPI_Recv(&ready, 1, MPI_INT, worker, kTask, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&ready, 1, MPI_INT, worker, kEnd, MPI_COMM_WORLD);
  }
}

static void worker(void) {
  for (int task = 0;;) {
    MPI_Status status;
    MPI_Send(&task, 1, MPI_INT, 0, kTask, MPI_COMM_WORLD);
    MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == kEnd) return;
    work("do_task", 8);
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  rank == 0 ? master() : worker();
  MPI_Finalize();
  return 0;
}
