// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Threads unmap the memory in which their names are, while they are still being created.
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

#include "program.h"

enum { kThreads = 200, kPage = 4096 };

static sem_t unmapped;
static void* page;  // has the name of the thread that is being created

static void* run(void* argument) {
  munmap(page, kPage);
  sem_post(&unmapped);
  return argument;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  sem_init(&unmapped, 0, 0);
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < kThreads; ++i) {
    page = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(page, &detached, run, NULL);
    sem_wait(&unmapped);
  }
  MPI_Finalize();
  return 0;
}
