// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Eight threads of each of two ranks, in pairs: one starts a send and a receive, the other completes both.
#include <pthread.h>
#include <semaphore.h>

#include "program.h"

enum { kPairs = 4, kRounds = 100 };

struct pair {
  int tag;
  int sent;
  int received;
  MPI_Request requests[2];
  sem_t started;
  sem_t completed;
};

static void* start(void* of_pair) {
  struct pair* pair = of_pair;
  for (pair->sent = 0; pair->sent < kRounds; ++pair->sent) {
    MPI_Irecv(&pair->received, 1, MPI_INT, 1 - rank, pair->tag, MPI_COMM_WORLD, &pair->requests[0]);
    MPI_Isend(&pair->sent, 1, MPI_INT, 1 - rank, pair->tag, MPI_COMM_WORLD, &pair->requests[1]);
    sem_post(&pair->started);
    sem_wait(&pair->completed);
  }
  return NULL;
}

static void* complete(void* of_pair) {
  struct pair* pair = of_pair;
  for (int round = 0; round < kRounds; ++round) {
    sem_wait(&pair->started);
    MPI_Waitall(2, pair->requests, MPI_STATUSES_IGNORE);
    expect(pair->received == round, "received number");
    sem_post(&pair->completed);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect(provided == MPI_THREAD_MULTIPLE, "support of threads");
  struct pair pairs[kPairs];
  pthread_t threads[2 * kPairs];
  if (rank == 0) work(0.1);
  for (int i = 0; i < kPairs && rank < 2; ++i) {
    pairs[i].tag = i;
    sem_init(&pairs[i].started, 0, 0);
    sem_init(&pairs[i].completed, 0, 0);
    pthread_create(&threads[2 * i], NULL, start, &pairs[i]);
    pthread_create(&threads[2 * i + 1], NULL, complete, &pairs[i]);
  }
  for (int i = 0; i < 2 * kPairs && rank < 2; ++i) pthread_join(threads[i], NULL);
  MPI_Finalize();
  return 0;
}
