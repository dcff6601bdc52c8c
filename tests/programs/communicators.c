// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Communicators made in every way. In each pair of ranks, the one with the lower world rank works before a barrier on a
// split communicator and before a message on a grid's row, where it has other ranks than in MPI_COMM_WORLD.

static MPI_Comm pair_by_split(void) {
  MPI_Comm pair;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &pair);  // reversed order
  MPI_Comm_set_name(pair, "pair");
  return pair;
}

static void make_others(void) {
  MPI_Comm duplicate, with_info, later, node, first, by_group;
  MPI_Request request;
  MPI_Group all, front;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &with_info);
  MPI_Comm_idup(duplicate, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(later);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int members[2] = {0, 1};
  MPI_Group_incl(all, 2, members, &front);
  MPI_Comm_create(MPI_COMM_WORLD, front, &first);
  if (rank < 2) {
    MPI_Comm_create_group(MPI_COMM_WORLD, front, 1, &by_group);
    MPI_Barrier(by_group);
    MPI_Comm_free(&by_group);
    MPI_Comm_free(&first);
  }
  MPI_Group_free(&front);
  MPI_Group_free(&all);
  MPI_Comm_free(&node);
  MPI_Comm_free(&later);
  MPI_Comm_free(&with_info);
  MPI_Comm_free(&duplicate);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  make_others();
  MPI_Comm pair = pair_by_split();
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank % 2 == 0) work(0.1);
  MPI_Barrier(pair);

  MPI_Comm grid, row;
  const int dimensions[2] = {size / 2, 2};
  const int periods[2] = {0, 0};
  const int keep[2] = {0, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid);
  MPI_Cart_sub(grid, keep, &row);
  int value = rank;
  int place = 0;
  MPI_Comm_rank(row, &place);
  MPI_Barrier(MPI_COMM_WORLD);
  if (place == 0) {
    work(0.1);
    MPI_Send(&value, 1, MPI_INT, 1, 0, row);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, row, MPI_STATUS_IGNORE);
    expect(value == rank - 1, "value of the row's first");
  }
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&pair);
  MPI_Finalize();
  return 0;
}
