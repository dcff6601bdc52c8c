// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

#define DELAY 0.2
enum { kMessages = 6 };

// Rank 1 asks again and again whether messages have come, for which rank 0 works first: for two until both
// are there, for one of two, and for some of two. Only then it completes their requests, which takes no time.
static void send_late(void) {
  for (int tag = 0; tag < kMessages; ++tag) {
    work(DELAY);
    MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  }
}

static void ask(void) {
  int numbers[kMessages];
  int done = 0, index = -1, indices[2];
  MPI_Request requests[kMessages];
  MPI_Status status, statuses[2];
  for (int tag = 0; tag < kMessages; ++tag)
    MPI_Irecv(&numbers[tag], 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[tag]);

  while (!done) MPI_Request_get_status_all(2, requests, &done, statuses);
  expect(numbers[0] == 0 && numbers[1] == 1 && statuses[1].MPI_TAG == 1, "all");
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);

  for (done = 0; !done;) MPI_Request_get_status_any(2, requests + 2, &index, &done, &status);
  expect(numbers[2] == 2 && index == 0 && status.MPI_TAG == 2, "any");
  MPI_Wait(&requests[2], &status);
  expect(status.MPI_TAG == 2, "status after any");
  MPI_Wait(&requests[3], MPI_STATUS_IGNORE);

  for (done = 0; done == 0;)
    MPI_Request_get_status_some(2, requests + 4, &done, indices, MPI_STATUSES_IGNORE);
  expect(numbers[4] == 4 && done == 1 && indices[0] == 0, "some");
  MPI_Request_free(&requests[4]);
  MPI_Wait(&requests[5], MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) send_late();
  if (rank == 1) ask();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
