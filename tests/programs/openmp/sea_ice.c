// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A hybrid program in small, as [root-causes] 7.2 has it: in each step, two threads of each rank compute in
// two parallel regions, and the master alone exchanges halos with its neighbours in a ring. In the first of
// them, `dynamics`, the last rank takes 0.06 seconds and the others 0.02; `transport` is balanced. So most of
// the waiting, of masters in MPI and of workers that have nothing to do meanwhile, is what `dynamics` of the
// last rank costs: its neighbours wait 0.04 in each step at most, and so do their workers.
#include <mpi.h>
#include <stdio.h>

#include "../pause.h"

static int rank, size;

static void work(double seconds) {
  pause_for(seconds);
}

__attribute__((noinline)) static void dynamics(void) {
#pragma omp parallel num_threads(2)
  work(rank == size - 1 ? 0.06 : 0.02);
}

__attribute__((noinline)) static void transport(void) {
#pragma omp parallel num_threads(2)
  work(0.01);
}

__attribute__((noinline)) static int update_halos(int own) {
  int left = 0, right = 0;
  const int before = (rank + size - 1) % size, after = (rank + 1) % size;
  MPI_Request requests[4];
  MPI_Irecv(&left, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&right, 1, MPI_INT, after, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&own, 1, MPI_INT, after, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&own, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  return own + left + right;
}

int main(int argc, char** argv) {
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int ice = rank;
  for (int step = 0; step < 6; ++step) {
    dynamics();
    ice = update_halos(ice);
    transport();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  printf("rank %d: %d\n", rank, ice);
  MPI_Finalize();
  return 0;
}
