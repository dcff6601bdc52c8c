// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Rank 1 waits twice for an operation of the program's own, which a thread of it completes after 0.1 s; the
// second time together with a receive, whose message comes later.
#include <pthread.h>

#include "program.h"

static int queried = 0;
static int freed = 0;

static int query(void* state, MPI_Status* status) {
  ++queried;
  MPI_Status_set_elements(status, MPI_INT, *(int*)state);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int release(void* state) {
  freed += *(int*)state;
  return MPI_SUCCESS;
}

static int cancel(void* state, int complete) {
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}

static MPI_Request started;
static pthread_t completer;

static void* complete_later(void* unused) {
  work(0.1);
  MPI_Grequest_complete(started);
  return unused;
}

static MPI_Request start_own(int* number) {
  MPI_Grequest_start(query, release, cancel, number, &started);
  pthread_create(&completer, NULL, complete_later, NULL);
  return started;
}

static void check_own(int nth, const MPI_Status* status) {
  pthread_join(completer, NULL);
  int elements = 0;
  MPI_Get_elements(status, MPI_INT, &elements);
  expect(elements == 1 && queried >= nth && freed == nth, "the program's own operation");
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect(provided == MPI_THREAD_MULTIPLE, "support of threads");
  int number = 1;
  if (rank == 0) {
    work(0.4);
    MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Status status;
    MPI_Request own = start_own(&number);
    MPI_Wait(&own, &status);
    check_own(1, &status);

    int index = 0;
    int received = 0;
    MPI_Request requests[2] = {start_own(&number), MPI_REQUEST_NULL};
    MPI_Irecv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, &status);
    check_own(2, &status);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    expect(index == 1 && received == number, "received number");
  }
  MPI_Finalize();
  return 0;
}
