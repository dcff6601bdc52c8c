// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// A star: rank 0 is everybody's neighbour. It works before a blocking and before a nonblocking exchange between
// neighbours. A grid without wrap-around adds processes that lack neighbours.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* others = malloc(size * sizeof(int));
  int count = 0;
  if (rank > 0) others[count++] = 0;
  for (int r = 1; rank == 0 && r < size; ++r) others[count++] = r;
  MPI_Comm star, grid;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, count, others, MPI_UNWEIGHTED, count, others, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &star);
  const int open = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &grid);
  int ends[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, ends, 1, MPI_INT, grid);
  expect(ends[0] == rank - 1, "lower neighbour");
  MPI_Barrier(MPI_COMM_WORLD);

  int* sent = malloc(size * sizeof(int));
  int* got = calloc(size, sizeof(int));
  for (int i = 0; i < count; ++i) sent[i] = rank;
  if (rank == 0) work(0.1);
  MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, star);
  expect(got[0] == others[0], "Neighbor_alltoall");
  if (rank == 0) work(0.1);
  MPI_Request request;
  MPI_Ineighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, star, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(got[0] == others[0], "Ineighbor_allgather");

  MPI_Comm_free(&grid);
  MPI_Comm_free(&star);
  free(others), free(sent), free(got);
  MPI_Finalize();
  return 0;
}
