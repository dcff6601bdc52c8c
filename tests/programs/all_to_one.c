// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Each operation in which the root waits for everybody, with everybody but the root late.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const double late = rank == 0 ? 0 : 0.1;
  int* got = calloc(size, sizeof(int));
  int* counts = malloc(size * sizeof(int));
  int* places = malloc(size * sizeof(int));
  for (int r = 0; r < size; ++r) {
    counts[r] = 1;
    places[r] = r;
  }
  int sum = 0;

  work(late);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  expect(rank != 0 || sum == size * (size - 1) / 2, "Reduce");
  work(late);
  MPI_Gather(&rank, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
  expect(rank != 0 || got[size - 1] == size - 1, "Gather");
  work(late);
  MPI_Gatherv(&rank, 1, MPI_INT, got, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  expect(rank != 0 || got[size - 1] == size - 1, "Gatherv");

  free(got), free(counts), free(places);
  MPI_Finalize();
  return 0;
}
