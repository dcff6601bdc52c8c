// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A program for the simulator SMPI: in each step every rank computes, passes what it has on to the next rank,
// and all sum something up. Ranks compute unequally, and another one most in each step. It writes what it did
// by the simulated clock, a line for each call, into the file that its first argument names, with the rank's
// number behind it:
//
//     send 1 100000 0.25 0.26     to rank 1, bytes, begin and end in seconds; and recv, sum, and work
//
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSteps = 20, kBytes = 4000000, kOfSum = 800 };

static const double kFlopsPerSecond = 1e9;  // as hosts have in predict.py

static FILE* events;

static void write_event(const char* what, int peer, int bytes, double begin) {
  fprintf(events, "%s %d %d %.12f %.12f\n", what, peer, bytes, begin, MPI_Wtime());
}

static void work(double seconds) {
  const double begin = MPI_Wtime();
  smpi_execute_flops(seconds * kFlopsPerSecond);
  write_event("work", 0, 0, begin);
}

int main(int argc, char** argv) {
  int rank = 0;
  int ranks = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char name[4096];
  snprintf(name, sizeof(name), "%s.%d", argv[1], rank);
  events = fopen(name, "w");
  char* const data = malloc(kBytes);
  double sums[kOfSum / sizeof(double)] = {0};
  double all[kOfSum / sizeof(double)];
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < kSteps; ++step) {
    work(step % ranks == rank ? 0.05 : 0.02);
    const int next = (rank + 1) % ranks;
    const int previous = (rank + ranks - 1) % ranks;
    for (int turn = 0; turn < 2; ++turn) {  // even ranks send first
      const double begin = MPI_Wtime();
      if (turn == rank % 2) {
        MPI_Send(data, kBytes, MPI_BYTE, next, 0, MPI_COMM_WORLD);
        write_event("send", next, kBytes, begin);
      } else {
        MPI_Recv(data, kBytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        write_event("recv", previous, kBytes, begin);
      }
    }
    work(0.01);
    if (step % 5 == 4) {
      const double begin = MPI_Wtime();
      MPI_Allreduce(sums, all, kOfSum / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      write_event("sum", 0, kOfSum, begin);
    }
  }
  fclose(events);
  free(data);
  MPI_Finalize();
  return 0;
}
