// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Each operation in which everybody waits for everybody, with rank 0 late.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* sent = calloc(size, sizeof(int));
  int* got = calloc(size, sizeof(int));
  int* counts = malloc(size * sizeof(int));
  int* places = malloc(size * sizeof(int));
  for (int r = 0; r < size; ++r) {
    sent[r] = rank;
    counts[r] = 1;
    places[r] = r;
  }
  MPI_Datatype* types = malloc(size * sizeof(MPI_Datatype));
  int* bytes = malloc(size * sizeof(int));
  for (int r = 0; r < size; ++r) {
    types[r] = MPI_INT;
    bytes[r] = r * (int)sizeof(int);
  }
  const double late = rank == 0 ? 0.1 : 0;
  const int sum = size * (size - 1) / 2;

  work(late);
  MPI_Barrier(MPI_COMM_WORLD);
  work(late);
  MPI_Allreduce(MPI_IN_PLACE, sent, size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(sent[0] == sum, "Allreduce");
  work(late);
  MPI_Allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
  expect(got[size - 1] == size - 1, "Allgather");
  work(late);
  MPI_Allgatherv(&rank, 1, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD);
  work(late);
  MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
  expect(got[size - 1] == sum, "Alltoall");
  work(late);
  MPI_Alltoallv(sent, counts, places, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD);
  work(late);
  MPI_Alltoallw(sent, counts, bytes, types, got, counts, bytes, types, MPI_COMM_WORLD);
  work(late);
  MPI_Reduce_scatter(sent, got, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  work(late);
  MPI_Reduce_scatter_block(sent, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(got[0] == size * sum, "Reduce_scatter_block");

  free(sent), free(got), free(counts), free(places), free(types), free(bytes);
  MPI_Finalize();
  return 0;
}
