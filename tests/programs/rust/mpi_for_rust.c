// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What rust_ring.rs needs of MPI, without constants that are different in each MPI.
#include <mpi.h>
#include <stddef.h>

void ring_init(void) {
  MPI_Init(NULL, NULL);
}
int ring_rank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
int ring_size(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
void ring_exchange(double* value, int to, int from) {
  MPI_Sendrecv_replace(value, 1, MPI_DOUBLE, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void ring_barrier(void) {
  MPI_Barrier(MPI_COMM_WORLD);
}
void ring_finalize(void) {
  MPI_Finalize();
}
