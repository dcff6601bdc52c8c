// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// A stencil on 2 x 2 x 2 ranks: in each step a rank works, then exchanges halos with its neighbours in three
// dimensions. A ball around rank 0 has more work: rank 0 in its middle, and its neighbours, which are the
// ball's border to the other four ranks.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  int dimensions[3] = {2, 2, 2};
  int periods[3] = {0, 0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 3, dimensions, periods, 0, &grid);
  int place[3];
  MPI_Cart_coords(grid, rank, 3, place);
  const int in_ball = place[0] + place[1] + place[2] <= 1;

  for (int step = 0; step < 4; ++step) {
    work(in_ball ? 0.15 : 0.05);
    MPI_Request requests[12];
    int halos[6];
    for (int side = 0; side < 6; ++side) {
      int lower, upper;
      MPI_Cart_shift(grid, side / 2, 1, &lower, &upper);
      const int neighbour = side % 2 ? upper : lower;
      MPI_Irecv(&halos[side], 1, MPI_INT, neighbour, 1 - side % 2, grid, &requests[2 * side]);
      MPI_Isend(&step, 1, MPI_INT, neighbour, side % 2, grid, &requests[2 * side + 1]);
    }
    MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
