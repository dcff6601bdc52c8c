// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: lasts hang|spawn|threads|SECONDS
//   hang     all ranks wait for messages of tag 8 from the next rank, which nobody sends
//   spawn    two more processes are started, rank 0 sends a message to the first of them, and all meet in a
//   barrier
//   threads  three more threads are busy for 0.3 s each; two of them call MPI, one of which ends with the
//   program; the third is one of C11
//   SECONDS  so long between two barriers
#include <pthread.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#include "program.h"

static void hang(void) {
  int number = 0;
  MPI_Recv(&number, 1, MPI_INT, (rank + 1) % size, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void spawn(const char* program) {
  char* arguments[] = {"0.1", NULL};
  MPI_Comm children;
  MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  int number = 0;
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 0, 9, children);
  MPI_Barrier(children);
  MPI_Comm_disconnect(&children);
}

static void meet(MPI_Comm parent) {
  int number = 0;
  if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 0, 9, parent, MPI_STATUS_IGNORE);
  MPI_Barrier(parent);
  MPI_Comm_disconnect(&parent);
}

static void be_busy(double seconds) {
  struct timespec time = {0, 0};
  while ((double)time.tv_sec + ((double)time.tv_nsec * 1e-9) < seconds)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
}

static void* call_and_be_busy(void* lasts) {
  int initialized = 0;
  MPI_Initialized(&initialized);
  be_busy(0.3);
  if (lasts != NULL) pthread_barrier_wait(lasts);
  if (lasts != NULL) pause();
  return NULL;
}

static int be_busy_only(void* unused) {
  (void)unused;
  be_busy(0.3);
  return 0;
}

static void start_threads(void) {
  pthread_t ids[2];
  thrd_t other;
  pthread_barrier_t busy;
  pthread_barrier_init(&busy, NULL, 2);
  pthread_create(&ids[0], NULL, call_and_be_busy, &busy);
  pthread_create(&ids[1], NULL, call_and_be_busy, NULL);
  thrd_create(&other, be_busy_only, NULL);
  pthread_barrier_wait(&busy);
  pthread_join(ids[1], NULL);
  thrd_join(other, NULL);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) meet(parent);
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "hang") == 0) {
    hang();
  } else if (strcmp(argv[1], "spawn") == 0) {
    spawn(argv[0]);
  } else if (strcmp(argv[1], "threads") == 0) {
    start_threads();
  } else {
    work(atof(argv[1]));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
