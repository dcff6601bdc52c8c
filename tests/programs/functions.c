// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Built with -finstrument-functions: each function says when it begins and ends. tests/functions_test.py
// knows which. The same exchange follows computation that is elsewhere, so its stacks are equal though it is
// not active in between.
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#define NOT_INLINED __attribute__((noinline, noclone))
#define STAY __asm__ volatile("")

static int rank;
static jmp_buf before;
static volatile sig_atomic_t alarms;
static volatile int value;

NOT_INLINED static int brief(int i) {
  return 3 * i + 1;
}

NOT_INLINED static void compute(double seconds) {
  struct timespec time;
  double begin = -1;
  double now = 0;
  do {
    for (int i = 0; i < 2000; ++i) value = brief(value);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    if (begin < 0) begin = now;
  } while (now < begin + seconds);
}

NOT_INLINED static void exchange(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  STAY;
}

NOT_INLINED static void fixup(void) {
  compute(0.1);
  STAY;
}

NOT_INLINED static void step(int i) {
  compute(0.02);
  if (rank == 0 && i % 2 == 0) fixup();
  exchange();
  STAY;
}

NOT_INLINED static void leave_by_jump(int levels) {
  if (levels > 0) leave_by_jump(levels - 1);
  longjmp(before, 1);
}

NOT_INLINED static void jump(void) {
  if (setjmp(before) == 0) leave_by_jump(2);
  STAY;
}

// Recorded is the outer call, which ends after the inner one, in which recording goes on.
NOT_INLINED static void partly(int inner) {
  if (inner) {
    MPI_Pcontrol(1);
  } else {
    MPI_Pcontrol(0);
    partly(1);
  }
  STAY;
}

NOT_INLINED static void handle(int signal) {
  value = brief(signal);
  ++alarms;
}

static void* work(void* unused) {
  compute(0.02);
  return unused;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 4; ++i) step(i);
  jump();
  partly(0);

  // A handler that is instrumented, too, interrupts whatever there is, the recorder among it.
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  timer_t timer;
  struct sigevent by_signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  const struct itimerspec often = {{0, 50000}, {0, 50000}};
  timer_create(CLOCK_MONOTONIC, &by_signal, &timer);
  timer_settime(timer, 0, &often, NULL);
  compute(0.1);
  timer_delete(timer);

  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (alarms == 0) puts("no alarms");
  MPI_Finalize();
  return 0;
}
