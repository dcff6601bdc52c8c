// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <pthread.h>

#include "program.h"

// Four threads of rank 0 send to four threads of rank 1, all with the same envelope; then these send back,
// and the threads of rank 0 look for each message before they receive one, which need not be the one they
// saw.
enum { kThreads = 4, kMessages = 100 };
static const int kThere = 1;
static const int kBack = 2;

static void send_all(int to, int tag) {
  for (int number = 1; number <= kMessages; ++number) MPI_Send(&number, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}

static long receive_all(int from, int tag, int probe) {
  long sum = 0;
  for (int i = 0; i < kMessages; ++i) {
    int number = 0;
    if (probe) MPI_Probe(from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&number, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += number;
  }
  return sum;
}

/// Returns the sum of the numbers received.
static void* communicate(void* unused) {
  (void)unused;
  if (rank == 0) {
    send_all(1, kThere);
    return (void*)receive_all(1, kBack, 1);
  }
  const long sum = receive_all(0, kThere, 0);
  send_all(0, kBack);
  return (void*)sum;
}

static void communicate_in_threads(void) {
  pthread_t threads[kThreads];
  long sum = 0;
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, communicate, NULL);
  for (int i = 0; i < kThreads; ++i) {
    void* of_thread;
    pthread_join(threads[i], &of_thread);
    sum += (long)of_thread;
  }
  expect(sum == (long)kThreads * kMessages * (kMessages + 1) / 2, "sum of the messages");
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect(provided == MPI_THREAD_MULTIPLE, "level of thread support");
  if (rank < 2) communicate_in_threads();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(0.5);
  MPI_Finalize();
  return 0;
}
