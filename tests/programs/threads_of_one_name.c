// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Four threads of each rank create a thread and join it, again and again: the C library gives a new thread
// the name of one that another thread is just joining.
#include <pthread.h>

#include "program.h"

enum { kCreators = 4, kRounds = 1000 };

static void* run(void* unused) {
  return unused;
}

static void* create(void* unused) {
  for (int round = 0; round < kRounds; ++round) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
  }
  return unused;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  pthread_t creators[kCreators];
  for (int i = 0; i < kCreators; ++i) pthread_create(&creators[i], NULL, create, NULL);
  for (int i = 0; i < kCreators; ++i) pthread_join(creators[i], NULL);
  MPI_Finalize();
  return 0;
}
