// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: deadlocks ring|sends|any|orders|mixed|waitall|locks|ended
// Ranks that wait for each other, or for one that does not communicate any more, in the given way, for ever.
#include <string.h>

#include "program.h"

#define SIZE 5000000

static int numbers[2 * SIZE];

static void receive_from(int source, int tag) {
  MPI_Recv(numbers, SIZE, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Each of two communicators' barriers is entered by half of the ranks first.
static void barriers_in_two_orders(void) {
  MPI_Comm one;
  MPI_Comm two;
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_dup(MPI_COMM_WORLD, &two);
  MPI_Barrier(rank % 2 == 0 ? one : two);
  MPI_Barrier(rank % 2 == 0 ? two : one);
}

static void exchange_with(int other) {
  MPI_Request requests[2];
  MPI_Irecv(numbers, 1, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(numbers + SIZE, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void root_receives_before(void) {
  if (rank == 0) receive_from(1, 6);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Each has the lock of its own memory, and wants that of the next.
static void lock_own_and(int next) {
  int* memory;
  MPI_Win window;
  const int one = 1;
  MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  MPI_Put(&one, 1, MPI_INT, rank, 0, 1, MPI_INT, window);
  MPI_Win_flush(rank, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, window);
  MPI_Put(&one, 1, MPI_INT, next, 0, 1, MPI_INT, window);
  MPI_Win_flush(next, window);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const char* how = argv[1];
  const int next = (rank + 1) % size;
  if (strcmp(how, "ring") == 0) receive_from(next, 7);
  if (strcmp(how, "sends") == 0) MPI_Send(numbers, SIZE, MPI_INT, next, 7, MPI_COMM_WORLD);
  if (strcmp(how, "any") == 0) receive_from(MPI_ANY_SOURCE, MPI_ANY_TAG);
  if (strcmp(how, "orders") == 0) barriers_in_two_orders();
  if (strcmp(how, "mixed") == 0) root_receives_before();
  if (strcmp(how, "waitall") == 0) exchange_with(rank == 0 ? 1 : 0);
  if (strcmp(how, "locks") == 0) lock_own_and(next);
  if (strcmp(how, "ended") == 0 && rank == 0) receive_from(1, 7);
  MPI_Finalize();
  return 0;
}
