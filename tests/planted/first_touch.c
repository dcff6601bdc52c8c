// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 touches memory for the first time, for 0.4 s: the system has to find each page of it.
#include <stdlib.h>
#include <sys/mman.h>

#include "code.h"

enum { kSize = 32 << 20, kPage = 4096 };

NOT_INLINED static void clear_grid(char* grid) {
  for (size_t i = 0; i < kSize; i += kPage) grid[i] = 1;
}

NOT_INLINED static void allocate_grids(double seconds) {
  for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
    char* const grid = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (grid == MAP_FAILED) exit(1);
    madvise(grid, kSize, MADV_NOHUGEPAGE);
    clear_grid(grid);  // planted: allocate_grids → clear_grid, rank 1, 0.4 s
    munmap(grid, kSize);
  }
  STAY;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) allocate_grids(0.4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
