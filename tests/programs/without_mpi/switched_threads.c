// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// One thread switches recording off and on for all: one marks regions all the time, one does not while it is
// off, one is in a region all the time, and one ends while it is off. tests/recording_off_test.py knows what
// is left.
#include <latecomer.h>
#include <pthread.h>
#include <stddef.h>

enum { kThreads = 4 };
static pthread_barrier_t together;  // all of them
static pthread_barrier_t rest;      // without the last one

static void mark(const char* name) {
  latecomer_begin_region(name);
  latecomer_end_region(name);
}

static void* work(void* given) {
  const int kind = *(const int*)given;
  mark("before");
  if (kind == 2) latecomer_begin_region("all the time");
  pthread_barrier_wait(&together);
  pthread_barrier_wait(&together);
  if (kind == 0) mark("while off");
  pthread_barrier_wait(&together);
  if (kind == 3) return NULL;
  pthread_barrier_wait(&rest);
  if (kind == 2) latecomer_end_region("all the time");
  mark("after");
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  int kinds[kThreads];
  pthread_barrier_init(&together, NULL, kThreads + 1);
  pthread_barrier_init(&rest, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) {
    kinds[i] = i;
    pthread_create(&threads[i], NULL, work, &kinds[i]);
  }
  pthread_barrier_wait(&together);
  latecomer_recording_off();
  pthread_barrier_wait(&together);
  pthread_barrier_wait(&together);
  pthread_join(threads[3], NULL);
  latecomer_recording_on();
  pthread_barrier_wait(&rest);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
