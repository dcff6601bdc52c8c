// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A thread holds a lock for 200 ms, for which another one waits.

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t is_held;
static volatile double sum = 0;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void late_work(void) {
  const double begin = now();
  while (now() - begin < 0.2)
    for (int i = 1; i < 1000; ++i) sum = sum + 1.0 / i;
}

static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  sem_post(&is_held);
  late_work();
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t holder;
  sem_init(&is_held, 0, 0);
  pthread_create(&holder, NULL, hold, NULL);
  sem_wait(&is_held);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(holder, NULL);
  return 0;
}
