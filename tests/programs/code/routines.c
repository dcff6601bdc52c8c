// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Two routines exchange in turn, and in one of them rank 1 takes long. Then a routine exchanges again and
// again, and what takes rank 1 long is elsewhere, although every call has the same stack.
#include "code.h"

static int rank;
static double packing;
static double updating;

NOT_INLINED static double pack(double seconds) {
  const double took = compute(seconds);
  STAY;
  return took;
}

// Not the same as `pack`: compilers make one function of two that are equal.
NOT_INLINED static double update(double seconds) {
  double took = compute(seconds / 2);
  took += compute(seconds / 2);
  return took;
}

NOT_INLINED static void exchange_edges(double* value) {
  MPI_Request request;
  MPI_Irecv(value, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &request);  // stack: main > exchange_edges
  MPI_Send(&packing, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD);          // stack: main > exchange_edges
  MPI_Wait(&request, MPI_STATUS_IGNORE);                                   // stack: main > exchange_edges
  STAY;
}

NOT_INLINED static void exchange_corners(double* value) {
  MPI_Request request;
  // stack: main > exchange_corners; place: receive
  MPI_Irecv(value, 1, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD, &request);
  if (rank == 1) packing += pack(0.1);  // delay: pack in exchange_corners, receive, send
  // stack: main > exchange_corners; place: send
  MPI_Send(&packing, 1, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);  // stack: main > exchange_corners
  STAY;
}

NOT_INLINED static void exchange(double* values) {
  // stack: main > exchange; place: exchange
  MPI_Sendrecv(values, 1, MPI_DOUBLE, 1 - rank, 3, values + 1, 1, MPI_DOUBLE, 1 - rank, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  STAY;
}

int main(int argc, char** argv) {
  double values[2] = {0, 0};
  MPI_Init(&argc, &argv);                // stack: main
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // stack: main
  for (int i = 0; i < 3; ++i) {
    exchange_edges(values);    // stack: main
    exchange_corners(values);  // stack: main
  }
  for (int i = 0; i < 4; ++i) {
    if (rank == 1 && i > 0) updating += update(0.1);  // delay: update in exchange, exchange, exchange
    exchange(values);                                 // stack: main
  }
  if (rank == 1) {
    tell_delay("pack", packing);
    tell_delay("update", updating);
  }
  MPI_Finalize();  // stack: main
  return 0;
}
