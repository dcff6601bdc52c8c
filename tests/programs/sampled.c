// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Computes for 0.2 s in one function and for 0.6 s in another, twice; then waits
// in all the ways that a signal could cut short, and says whether one did. tests/stacks_test.py knows the
// functions.
#include <errno.h>
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define NOT_INLINED __attribute__((noinline, noclone))
#define STAY __asm__ volatile("")

static int interrupted;

static void check(long outcome) {
  if (outcome < 0 && errno == EINTR) ++interrupted;
}

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

NOT_INLINED static void compute(double seconds) {
  const double end = seconds_of(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < end) {
    for (volatile int i = 0; i < 20000; ++i) STAY;
  }
}

NOT_INLINED static void small(void) {
  compute(0.2);
  STAY;
}

NOT_INLINED static void large(void) {
  compute(0.6);
  STAY;
}

static void* write_late(void* pipe) {
  const struct timespec later = {0, 50000000};
  nanosleep(&later, NULL);
  if (write(*(int*)pipe, "x", 1) != 1) ++interrupted;
  return NULL;
}

static void read_late(void) {
  int ends[2];
  char byte;
  pthread_t thread;
  if (pipe(ends) != 0) return;
  pthread_create(&thread, NULL, write_late, &ends[1]);
  check(read(ends[0], &byte, 1));
  pthread_join(thread, NULL);
}

// Computing in between, so that ticks of the thread's clock come close to the system calls.
static void wait_in_many_ways(void) {
  const struct timespec some = {0, 2000000};
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 30; ++i) {
    struct timespec soon;
    compute(0.003);
    check(nanosleep(&some, NULL));
    compute(0.001);
    check(poll(NULL, 0, 2));
    compute(0.001);
    check(usleep(2000));
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += soon.tv_nsec < 990000000 ? 2000000 : 0;
    check(sem_timedwait(&semaphore, &soon));
  }
  const double end = seconds_of(CLOCK_THREAD_CPUTIME_ID) + 0.2;
  while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < end) check(poll(NULL, 0, 0));
  read_late();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2; ++i) {
    small();
    large();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  wait_in_many_ways();
  MPI_Finalize();
  printf("interrupted %d times\n", interrupted);
  return 0;
}
