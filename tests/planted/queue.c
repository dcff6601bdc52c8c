// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Each rank has three threads, which take tasks from a queue behind a lock. On rank 1, thread 2 has the lock
// for 0.4 s while it sorts the queue: the other two threads wait for it, and rank 0 for rank 1.
#include <pthread.h>

#include "code.h"

enum { WORKERS = 2, TASKS = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t started;
static int rank;

NOT_INLINED static double sort_queue(double seconds) {
  double sum = 0;
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) sum += 1.0 / i;
  }
  return sum;
}

static void* work(void* number) {
  pthread_barrier_wait(&started);
  for (int task = 0; task < TASKS; ++task) {
    pthread_mutex_lock(&lock);
    if (rank == 1 && *(int*)number == 2 && task == 2)
      sort_queue(0.4);  // planted: sort_queue, rank 1, thread 2, 1.2 s
    pthread_mutex_unlock(&lock);
    compute(0.002);
  }
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[WORKERS + 1];
  int numbers[] = {0, 1, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_barrier_init(&started, NULL, WORKERS + 1);
  for (int i = 1; i <= WORKERS; ++i) pthread_create(&threads[i], NULL, work, &numbers[i]);
  work(&numbers[0]);
  for (int i = 1; i <= WORKERS; ++i) pthread_join(threads[i], NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
