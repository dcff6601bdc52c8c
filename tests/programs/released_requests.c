// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Requests that are freed while they are active. Rank 1 frees a receive whose message is there, and one whose
// message comes later: it arrives before MPI_Finalize ends, where all others wait for rank 0. Rank 0 frees a
// send that is received, and a synchronous one that it has cancelled and that nobody receives.

enum { kThere = 4, kLater = 5, kFreed = 6, kCancelled = 7 };

static void free_receives(void) {
  MPI_Request request;
  MPI_Status status;
  int there = 0;
  static int later;  // lives until the message comes
  MPI_Irecv(&there, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  for (int flag = 0; !flag;) MPI_Request_get_status(request, &flag, &status);
  MPI_Request_free(&request);
  expect(there == kThere, "message that was there");
  MPI_Irecv(&later, 1, MPI_INT, 0, kLater, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
}

static void send(int tag) {
  MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
}

static void free_sends(void) {
  static int freed;
  MPI_Request request;
  MPI_Isend(&freed, 1, MPI_INT, 1, kFreed, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
}

static void cancel_send(void) {
  static int cancelled = kCancelled, received;
  MPI_Request request;
  MPI_Issend(&cancelled, 1, MPI_INT, 0, kCancelled, MPI_COMM_SELF, &request);
  MPI_Probe(0, kCancelled, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Cancel(&request);
  MPI_Request_free(&request);
  MPI_Irecv(&received, 1, MPI_INT, 0, kCancelled, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int freed = 0;
  if (rank == 0) send(kThere);
  if (rank == 1) free_receives();
  if (rank == 0) free_sends();
  if (rank == 0) cancel_send();
  if (rank == 1) MPI_Recv(&freed, 1, MPI_INT, 0, kFreed, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    work(0.5);
    send(kLater);
  }
  MPI_Finalize();
  return 0;
}
