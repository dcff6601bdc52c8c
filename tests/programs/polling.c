// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// usage: polling [pauses]: with an argument the program sleeps between two tests.
#define DELAY 0.2

static int pauses;  // between two tests

// Rank 1 waits for rank 0 by testing and probing again and again; rank 0 works before all that it does.
static void late(void) {
  int number = 0;
  MPI_Request request;
  for (int tag = 0; tag < 6; ++tag) {
    work(DELAY);
    MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  }
  work(DELAY);
  MPI_Recv(&number, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  work(DELAY);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void rest(void) {
  if (pauses) work(1e-4);
}

static void test(MPI_Request* request) {
  for (int done = 0; !done; rest()) MPI_Test(request, &done, MPI_STATUS_IGNORE);
}

static void polls(void) {
  int numbers[6] = {-1, -1, -1, -1, -1, -1};
  int found = 0;
  MPI_Request requests[2];
  MPI_Irecv(&numbers[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
  test(&requests[0]);

  for (; !found; rest()) MPI_Iprobe(0, 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  MPI_Recv(&numbers[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

  MPI_Message message;
  for (found = 0; !found; rest()) MPI_Improbe(0, 2, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&numbers[2], 1, MPI_INT, &message, MPI_STATUS_IGNORE);

  for (int i = 0; i < 2; ++i) MPI_Irecv(&numbers[3 + i], 1, MPI_INT, 0, 3 + i, MPI_COMM_WORLD, &requests[i]);
  for (int all = 0; !all; rest()) MPI_Testall(2, requests, &all, MPI_STATUSES_IGNORE);

  MPI_Irecv(&numbers[5], 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &requests[0]);
  for (found = 0; !found; rest()) MPI_Request_get_status(requests[0], &found, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  for (int tag = 0; tag < 6; ++tag) expect(numbers[tag] == tag, "received numbers");

  MPI_Issend(&numbers[0], 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &requests[0]);
  test(&requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
  for (int done = 0, index = 0; !done; rest()) MPI_Testany(1, requests, &index, &done, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  pauses = argc > 1;
  if (rank == 0) {
    late();
  } else if (rank == 1) {
    polls();
  } else {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
