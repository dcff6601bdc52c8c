// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A program without MPI: its first thread computes for 0.6 s in one function, its second for 0.2 s in
// another.
#include <pthread.h>
#include <time.h>

#define NOT_INLINED __attribute__((noinline, noclone))
#define STAY __asm__ volatile("")

static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

NOT_INLINED static void compute(double seconds) {
  const double end = processor_time() + seconds;
  while (processor_time() < end) {
    for (volatile int i = 0; i < 20000; ++i) STAY;
  }
}

NOT_INLINED static void* small(void* nothing) {
  compute(0.2);
  STAY;
  return nothing;
}

NOT_INLINED static void large(void) {
  compute(0.6);
  STAY;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, small, NULL);
  large();
  pthread_join(thread, NULL);
  return 0;
}
