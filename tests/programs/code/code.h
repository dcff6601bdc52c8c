// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>
#include <stdio.h>
#include <time.h>

// What the programs here share. tests/code_test.py reads in their comments where their calls and delays are:
//
//     stack: main > step; main > run > step    the functions that can be active in a line
//     place: before                            a name of the line
//     delay: work in step, before, after       the function `work` takes a rank long in this line, and
//     `latecomer analyze`
//                                              calls the gap that it is in: step (before → after)
//
// A line with nothing but such a comment in it is about the next one.

#define NOT_INLINED __attribute__((noinline, noclone))

// Keeps a call from being the last thing of its function, which would be a jump, and leave no frame.
#define STAY __asm__ volatile("")

static inline double processor_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Of processor time, so that there are as many samples on a busy machine. Returns how long it took, which is
// more there.
static inline double compute(double seconds) {
  const double begin = MPI_Wtime();
  const double end = processor_seconds() + seconds;
  while (processor_seconds() < end) {
    for (int i = 0; i < 20000; ++i) STAY;
  }
  return MPI_Wtime() - begin;
}

static inline void tell_delay(const char* function, double seconds) {
  printf("delay %s %.6f\n", function, seconds);
  fflush(stdout);
}
