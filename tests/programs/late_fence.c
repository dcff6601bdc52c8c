// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Rank 0 comes late to where a window is made, to the fence that ends an epoch, and to where the window is
// freed. In the epoch each rank puts its number to the next one and gets that of the one before it.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int* memory;
  int before = -1;
  MPI_Win window;
  MPI_Alloc_mem(2 * sizeof(int), MPI_INFO_NULL, &memory);  // MPICH 4.0 accesses no other memory correctly
  memory[0] = -1;
  memory[1] = rank;
  if (rank == 0) work(0.1);
  MPI_Win_create(memory, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_name(window, "ring");
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Get(&before, 1, MPI_INT, (rank + size - 1) % size, 1, 1, MPI_INT, window);
  MPI_Put(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, window);
  if (rank == 0) work(0.15);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  expect(memory[0] == before && before == (rank + size - 1) % size, "numbers of the rank before");
  if (rank == 0) work(0.2);
  MPI_Win_free(&window);
  MPI_Free_mem(memory);
  MPI_Finalize();
  return 0;
}
