// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "program.h"

// Two halves of the processes, joined by an intercommunicator. The lower half works before it sends to the upper half, and
// before its first process broadcasts to it.
int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int upper = rank >= size / 2;
  MPI_Comm half, inter, merged;
  MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : size / 2, 9, &inter);
  int place = 0;
  MPI_Comm_rank(half, &place);
  MPI_Barrier(inter);

  int value = 100 + place;
  if (!upper) {
    work(0.1);
    MPI_Send(&value, 1, MPI_INT, place, 1, inter);
    work(0.1);
    MPI_Bcast(&value, 1, MPI_INT, place == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
  } else {
    int got = 0;
    MPI_Recv(&got, 1, MPI_INT, place, 1, inter, MPI_STATUS_IGNORE);
    expect(got == value, "value from the other half");
    MPI_Bcast(&got, 1, MPI_INT, 0, inter);
    expect(got == 100, "broadcast of the other half");
  }
  MPI_Intercomm_merge(inter, upper, &merged);
  MPI_Barrier(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
