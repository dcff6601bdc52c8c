// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <pthread.h>

#include "program.h"

// The main thread of rank 1 takes two messages out of the queue; the first is received by another thread,
// the second before that by the main thread. Rank 0 works before it sends each.
static MPI_Message first;

static void* receive_first(void* unused) {
  int number = 0;
  work(0.2);
  MPI_Mrecv(&number, 1, MPI_INT, &first, MPI_STATUS_IGNORE);
  expect(number == 1, "first message");
  return unused;
}

static void receive_both(void) {
  MPI_Message second;
  MPI_Request request;
  pthread_t thread;
  int number = 0;
  MPI_Mprobe(0, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
  MPI_Mprobe(0, 0, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
  pthread_create(&thread, NULL, receive_first, NULL);
  MPI_Imrecv(&number, 1, MPI_INT, &second, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(number == 2, "second message");
  pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect(provided == MPI_THREAD_MULTIPLE, "level of thread support");
  if (rank == 0) {
    for (int number = 1; number <= 2; ++number) {
      work(0.2);
      MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  } else if (rank == 1) {
    receive_both();
  }
  MPI_Finalize();
  return 0;
}
