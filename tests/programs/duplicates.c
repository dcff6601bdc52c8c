// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Communicators that are alike but for one thing: many duplicates of MPI_COMM_WORLD made at the same time,
// duplicates of each process's own MPI_COMM_SELF, duplicates made by different calls in turn, and the parts
// of one split, each split again. In each duplicate of a single process, it sends itself a message; in each
// pair of the split, the member with the lower rank works before a barrier.

enum { kDuplicates = 10 };

static void duplicate_world(void) {
  MPI_Comm comms[kDuplicates];
  MPI_Request requests[kDuplicates];
  for (int i = 0; i < kDuplicates; ++i) MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &requests[i]);
  MPI_Waitall(kDuplicates, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < kDuplicates; ++i) MPI_Comm_free(&comms[i]);
}

static void send_to_myself(MPI_Comm comm) {
  MPI_Request request;
  int sent = rank;
  int received = -1;
  MPI_Irecv(&received, 1, MPI_INT, 0, 3, comm, &request);
  MPI_Send(&sent, 1, MPI_INT, 0, 3, comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(received == rank, "message to myself");
}

static void duplicate_self(void) {
  MPI_Comm at_once, later;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_SELF, &at_once);
  MPI_Comm_idup(MPI_COMM_SELF, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  send_to_myself(at_once);
  send_to_myself(later);
  MPI_Comm_free(&at_once);
  MPI_Comm_free(&later);
}

static void use(MPI_Comm comm) {
  int total = 0;
  MPI_Allreduce(&rank, &total, 1, MPI_INT, MPI_SUM, comm);
}

// Calls of both kinds make communicators in one order.
static void duplicate_in_turn(void) {
  MPI_Comm first, second, third;
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &first, &request);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_dup(first, &third);
  use(first);
  use(second);
  use(third);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  MPI_Comm_free(&third);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  duplicate_world();
  duplicate_self();
  duplicate_in_turn();

  MPI_Comm pair, alone, again;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &pair);
  MPI_Comm_split(pair, rank % 2, 0, &alone);
  MPI_Comm_split(pair, 0, 0, &again);
  send_to_myself(alone);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank % 2 == 0) work(0.5);
  MPI_Barrier(again);
  MPI_Comm_free(&again);
  MPI_Comm_free(&alone);
  MPI_Comm_free(&pair);
  MPI_Finalize();
  return 0;
}
