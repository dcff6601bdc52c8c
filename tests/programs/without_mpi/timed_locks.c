// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: timed_locks NUMBER
// Takes and gives back a mutex, that nobody else wants, so many times while another thread waits, and prints
// the seconds that it took.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void* wait_for_end(void* end) {
  sem_wait(end);
  return NULL;
}

int main(int argc, char** argv) {
  const int number = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t thread;
  sem_t end;
  sem_init(&end, 0, 0);
  pthread_create(&thread, NULL, wait_for_end, &end);
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  const double begin = now();
  for (int i = 0; i < number; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  printf("%.9f\n", now() - begin);
  sem_post(&end);
  pthread_join(thread, NULL);
  return 0;
}
