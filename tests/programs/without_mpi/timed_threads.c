// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Prints lines of a name and how many seconds one of it takes, the shortest of several times: a thread that
// is created and joined, and a mutex that two threads take and give back all the time.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { kTimes = 5, kThreads = 1000, kLocks = 100000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void* nothing(void* data) {
  return data;
}

static void create_and_join(void) {
  for (int i = 0; i < kThreads; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
  }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static long counted = 0;

static void* take_and_give_back(void* data) {
  pthread_barrier_wait(&both);
  for (int i = 0; i < kLocks; ++i) {
    pthread_mutex_lock(&mutex);
    ++counted;
    pthread_mutex_unlock(&mutex);
  }
  return data;
}

static void contend(void) {
  pthread_t other;
  pthread_create(&other, NULL, take_and_give_back, NULL);
  take_and_give_back(NULL);
  pthread_join(other, NULL);
}

static double shortest(void (*work)(void)) {
  double shortest = 1e9;
  for (int time = 0; time <= kTimes; ++time) {
    const double begin = now();
    work();
    const double seconds = now() - begin;
    if (time > 0 && seconds < shortest) shortest = seconds;
  }
  return shortest;
}

int main(void) {
  pthread_barrier_init(&both, NULL, 2);
  printf("create-join %.12f\n", shortest(create_and_join) / kThreads);
  printf("contended %.12f\n", shortest(contend) / (2 * kLocks));
  return 0;
}
