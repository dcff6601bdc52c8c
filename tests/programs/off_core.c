// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 0 sleeps for 0.1 s, writes a file and has it on the disk, and computes for 0.2 s on a core on which a
// child of its own computes, too. Of each it prints what the scheduler says: how long it wanted a core and
// had none, and how long it did not want one, in seconds:
//
//     sleep 0.000012 0.100071
//
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pause.h"

static double seconds_by(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// How long the thread has wanted a core and had none.
static double wanted_core(void) {
  unsigned long long ran = 0, wanted = 0;
  FILE* const file = fopen("/proc/thread-self/schedstat", "r");
  if (file == NULL || fscanf(file, "%llu %llu", &ran, &wanted) != 2) exit(77);
  fclose(file);
  return 1e-9 * (double)wanted;
}

struct Times {
  double passed, used, wanted;
};

static struct Times times_now(void) {
  return (struct Times){seconds_by(CLOCK_MONOTONIC), seconds_by(CLOCK_THREAD_CPUTIME_ID), wanted_core()};
}

static void print(const char* what, struct Times before, struct Times after) {
  const double wanted = after.wanted - before.wanted;
  printf("%s %.6f %.6f\n", what, wanted, after.passed - before.passed - (after.used - before.used) - wanted);
}

static void compute_for(double seconds) {
  const double end = seconds_by(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (seconds_by(CLOCK_THREAD_CPUTIME_ID) < end) {
  }
}

// The calls are the kernel's: those of the C library would be recorded.
static void write_to_disk(const char* name) {
  static char data[8 << 20];
  memset(data, 1, sizeof(data));
  const int file = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0600);
  if (file < 0 || write(file, data, sizeof(data)) != (ssize_t)sizeof(data)) exit(78);
  syscall(SYS_fsync, file);
  close(file);
}

static void share_core(void) {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof(all), &all);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof(one), &one);
  const pid_t child = fork();
  if (child == 0)
    while (1) {
    }
  compute_for(0.2);
  kill(child, SIGKILL);
  syscall(SYS_wait4, child, NULL, 0, NULL);
  sched_setaffinity(0, sizeof(all), &all);
}

// What is measured is between two calls that are recorded, and nothing else is.
__attribute__((noinline)) static void measured(int stretch, const char* file, struct Times times[2]) {
  MPI_Barrier(MPI_COMM_SELF);
  times[0] = times_now();
  if (stretch == 0) pause_for(0.1);
  if (stretch == 1) write_to_disk(file);
  if (stretch == 2) share_core();
  times[1] = times_now();
  MPI_Barrier(MPI_COMM_SELF);
  __asm__ volatile("");  // The call before is no jump, so this function is on its stack.
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct Times times[3][2];
  for (int i = 0; rank == 0 && i < 3; ++i) measured(i, argv[1], times[i]);
  const char* const names[] = {"sleep", "file", "shared"};
  for (int i = 0; rank == 0 && i < 3; ++i) print(names[i], times[i][0], times[i][1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
