// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks --kernel
// Both ranks compute for 0.4 s, but another process runs half of the time on the only core of rank 1.
// summary: on process noise
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code.h"

static pid_t start_noise(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof(one), &one);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NAME, "noise");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (1) STAY;
  }
  return child;
}

NOT_INLINED static void relax_mesh(void) {
  compute(0.4);
  STAY;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const pid_t noise = rank == 1 ? start_noise() : 0;
  MPI_Barrier(MPI_COMM_WORLD);  // planted: preempted by noise, rank 1, 0.4 s
  relax_mesh();
  MPI_Barrier(MPI_COMM_WORLD);
  if (noise > 0) {
    kill(noise, SIGKILL);
    waitpid(noise, NULL, 0);
  }
  MPI_Finalize();
  return 0;
}
