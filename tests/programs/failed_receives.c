// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <malloc.h>

#include "program.h"

// Receives that fail, because the message is longer than their buffer, in all calls that complete requests.
// MPI has forgotten the requests then, and so must the recorder: memory does not grow. At the end, rank 0
// works.

enum { kReceives = 800, kMostGrowth = 40 * 1000 };

static size_t memory(void) {
  return mallinfo2().uordblks;
}

static MPI_Request fail_to_receive(void) {
  static int sent[2], received;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
  MPI_Send(sent, 2, MPI_INT, 0, 1, MPI_COMM_SELF);
  return request;
}

static void complete(int way, MPI_Request request) {
  MPI_Status status;
  int index = 0;
  int flag = 0;
  if (way == 0) MPI_Wait(&request, &status);
  if (way == 1) MPI_Waitall(1, &request, &status);
  if (way == 2) MPI_Waitany(1, &request, &index, &status);
  if (way == 3) MPI_Waitsome(1, &request, &index, &flag, &status);
  if (way == 4) MPI_Test(&request, &flag, &status);
  if (way == 5) MPI_Testany(1, &request, &index, &flag, &status);
  expect(request == MPI_REQUEST_NULL, "the request is no more");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (int way = 0; way < 6; ++way) {
    for (int i = 0; i < 10; ++i) complete(way, fail_to_receive());
    const size_t before = memory();
    for (int i = 0; i < kReceives; ++i) complete(way, fail_to_receive());
    expect(memory() < before + kMostGrowth, "memory grows");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) work(1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
