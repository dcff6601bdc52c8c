// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 1 ranks
// Thread 1 pauses for 0.15 s, where it has no core, and then has the lock for 0.3 s. The other one wants it
// after 0.2 s and waits for 0.25 s, which is caused by the pause as well: 0.25 * 0.3 / 0.45 are left for
// `insert`, in which the lock is held all the time. summary: held most in summary: insert (held.c:30) (
#include <pthread.h>

#include "../programs/pause.h"
#include "code.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t started;

NOT_INLINED static double insert(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

static void* work(void* sum) {
  pthread_barrier_wait(&started);
  pause_for(0.15);
  pthread_mutex_lock(&lock);
  *(double*)sum += insert(0.3);  // planted: insert, rank 0, thread 1, 0.167 s
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char** argv) {
  double sum = 0;
  pthread_t thread;
  MPI_Init(&argc, &argv);
  pthread_barrier_init(&started, NULL, 2);
  pthread_create(&thread, NULL, work, &sum);
  pthread_barrier_wait(&started);
  compute(0.2);
  pthread_mutex_lock(&lock);
  sum += 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
