// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 3 ranks
// Rank 0 hands out twenty tasks, and takes 20 ms to choose each. Both workers compute for 2 ms a task: the
// first tasks are waited for 20 and 40 ms, eighteen of them 38 ms, and the end 18 ms.
#include "code.h"

enum { TASKS = 20, NO_TASK = -1 };

NOT_INLINED static int choose_next(int next) {
  double sum = 0;
  for (const double end = processor_seconds() + 0.02; processor_seconds() < end;) {
    for (int i = 1; i < 2000; ++i) sum += 1.0 / i;
  }
  return sum > 0 ? next : NO_TASK;
}

static void serve(int workers) {
  for (int next = 0; next < TASKS + workers; ++next) {
    int worker = 0;
    MPI_Recv(&worker, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int task = next < TASKS ? choose_next(next) : NO_TASK;  // planted: choose_next, rank 0, 0.76 s
    MPI_Send(&task, 1, MPI_INT, worker, 0, MPI_COMM_WORLD);
  }
}

static void work(int rank) {
  for (;;) {
    int task = 0;
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task == NO_TASK) return;
    compute(0.002);
  }
}

int main(int argc, char** argv) {
  int rank = 0, size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    serve(size - 1);
  else
    work(rank);
  MPI_Finalize();
  return 0;
}
