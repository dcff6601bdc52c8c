// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: timed_openmp regions|barriers|criticals NUMBER
// Two threads run so many parallel regions, or meet at so many barriers, or one of them takes a critical
// section so often that nobody else wants. Prints the seconds that it took.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int entered;

static void regions(int number) {
  for (int i = 0; i < number; ++i) {
#pragma omp parallel num_threads(2)
    __asm__ volatile("" ::: "memory");
  }
}

static void barriers(int number) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < number; ++i) {
#pragma omp barrier
  }
}

static void criticals(int number) {
  for (int i = 0; i < number; ++i) {
#pragma omp critical
    ++entered;
  }
}

int main(int argc, char** argv) {
  const int number = argc > 2 ? atoi(argv[2]) : 1;
  regions(1);  // the runtime starts
  const double begin = now();
  if (strcmp(argv[1], "regions") == 0) regions(number);
  if (strcmp(argv[1], "barriers") == 0) barriers(number);
  if (strcmp(argv[1], "criticals") == 0) criticals(number);
  printf("%.9f\n", now() - begin);
  return 0;
}
