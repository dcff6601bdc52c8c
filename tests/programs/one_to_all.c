// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Each operation in which everybody waits for the root, with the root late.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int root = size - 1;
  const double late = rank == root ? 0.1 : 0;
  int* parts = malloc(size * sizeof(int));
  int* counts = malloc(size * sizeof(int));
  int* places = malloc(size * sizeof(int));
  for (int r = 0; r < size; ++r) {
    parts[r] = 10 * r;
    counts[r] = 1;
    places[r] = r;
  }
  int value = rank;

  work(late);
  MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(value == root, "Bcast");
  work(late);
  MPI_Scatter(parts, 1, MPI_INT, &value, 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(value == 10 * rank, "Scatter");
  work(late);
  MPI_Scatterv(parts, counts, places, MPI_INT, &value, 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(value == 10 * rank, "Scatterv");

  free(parts), free(counts), free(places);
  MPI_Finalize();
  return 0;
}
