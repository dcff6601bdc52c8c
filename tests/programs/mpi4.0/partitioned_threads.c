// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <pthread.h>

#include "partitioned.h"

// Each partition is made ready by a thread of its own, all at the same time.
struct share {
  MPI_Request request;
  int partition;
  double seconds;
};

static void* prepare(void* argument) {
  const struct share* share = argument;
  work(share->seconds);
  MPI_Pready(share->partition, share->request);
  return NULL;
}

static void all_at_once(MPI_Request request, double before_each) {
  pthread_t threads[SEND_PARTITIONS];
  struct share shares[SEND_PARTITIONS];
  for (int partition = 0; partition < SEND_PARTITIONS; ++partition) {
    shares[partition] = (struct share){request, partition, before_each};
    pthread_create(&threads[partition], NULL, prepare, &shares[partition]);
  }
  for (int partition = 0; partition < SEND_PARTITIONS; ++partition) pthread_join(threads[partition], NULL);
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  expect(provided == MPI_THREAD_MULTIPLE, "level of thread support");
  const struct works before_all = {.before_all = 0.2};
  const struct works before_each = {.before_each = 0.2};
  const struct works in_time = {.of_receiver = 0.2};
  transfer(before_all, all_at_once, complete_by_wait);
  transfer(before_each, all_at_once, complete_by_waitall);
  transfer(in_time, all_at_once, complete_by_waitany);
  MPI_Finalize();
  return 0;
}
