// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Every way to complete, test, free and cancel a request, and messages that are matched before they are received. Only
// the wait in MPI_Waitany is long: rank 0 works before it sends the last message.

static void receive_some(int* values, int count) {
  MPI_Request requests[4];
  int indices[4];
  int done = 0;
  int total = 0;
  for (int i = 0; i < count; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
  while (total < count) {
    if (total % 2 == 0) {
      MPI_Waitsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
    } else {
      MPI_Testsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
    }
    total += done;
  }
}

static void test_until_done(MPI_Request* request) {
  int done = 0;
  MPI_Status status;
  while (!done) {
    MPI_Test(request, &done, &status);
    if (!done) work(0.001);
  }
}

static void receive_matched(void) {
  MPI_Message message;
  MPI_Status status;
  int value = 0;
  MPI_Mprobe(0, 20, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  expect(value == 20, "matched message");
  int found = 0;
  while (!found) MPI_Improbe(0, 21, MPI_COMM_WORLD, &found, &message, &status);
  MPI_Request request;
  MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(value == 21, "matched nonblocking message");
}

static void cancel_receive(void) {
  int never = 0;
  int cancelled = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&never, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &cancelled);
  expect(cancelled, "cancelled receive");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int values[4] = {0, 1, 2, 3};
  if (rank == 0) {
    for (int to = 1; to < size; ++to) {
      for (int i = 0; i < 4; ++i) MPI_Send(&values[i], 1, MPI_INT, to, i, MPI_COMM_WORLD);
      for (int value = 20; value < 22; ++value) MPI_Send(&value, 1, MPI_INT, to, value, MPI_COMM_WORLD);
      MPI_Request unseen;
      MPI_Isend(&values[1], 1, MPI_INT, to, 30, MPI_COMM_WORLD, &unseen);
      MPI_Request_free(&unseen);
    }
  } else {
    int got[4] = {-1, -1, -1, -1};
    receive_some(got, 4);
    expect(got[3] == 3, "MPI_Waitsome");
    receive_matched();
    MPI_Request request;
    MPI_Irecv(&got[0], 1, MPI_INT, 0, 30, MPI_COMM_WORLD, &request);
    test_until_done(&request);
    expect(got[0] == 1, "MPI_Test");
  }
  cancel_receive();

  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    work(0.15);
    for (int to = 1; to < size; ++to) MPI_Send(&values[2], 1, MPI_INT, to, 40, MPI_COMM_WORLD);
  } else {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int index = -1;
    MPI_Irecv(&values[0], 1, MPI_INT, 0, 40, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    expect(index == 1 && values[0] == 2, "MPI_Waitany");
  }
  MPI_Finalize();
  return 0;
}
