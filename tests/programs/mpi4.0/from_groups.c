// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Communicators made from groups alone. Rank 0 works before a barrier on one that has the ranks in reversed
// order, and before a message on an intercommunicator.

static MPI_Group members(int n, const int* ranks) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, n, ranks, &group);
  MPI_Group_free(&world);
  return group;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int reversed[2] = {1, 0};
  const int own = rank;
  const int other = 1 - rank;
  MPI_Group both = members(2, reversed);
  MPI_Group local = members(1, &own);
  MPI_Group remote = members(1, &other);
  MPI_Comm pair, inter;
  MPI_Comm_create_from_group(both, "pair", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &pair);
  MPI_Intercomm_create_from_groups(local, 0, remote, 0, "inter", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &inter);

  if (rank == 0) work(0.1);
  MPI_Barrier(pair);
  if (rank == 0) work(0.2);
  int number = rank;
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 0, 3, inter);
  if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 3, inter, MPI_STATUS_IGNORE);
  expect(number == 0, "number of the other group's rank");

  MPI_Comm_free(&inter);
  MPI_Comm_free(&pair);
  MPI_Group_free(&remote);
  MPI_Group_free(&local);
  MPI_Group_free(&both);
  MPI_Finalize();
  return 0;
}
