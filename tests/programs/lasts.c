// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: lasts hang|spawn|SECONDS
//   hang     all ranks wait for messages of tag 8 from the next rank, which nobody sends
//   spawn    two more processes are started, rank 0 sends a message to the first of them, and all meet in a
//   barrier SECONDS  so long between two barriers
#include <string.h>

#include "program.h"

static void hang(void) {
  int number = 0;
  MPI_Recv(&number, 1, MPI_INT, (rank + 1) % size, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void spawn(const char* program) {
  char* arguments[] = {"0.1", NULL};
  MPI_Comm children;
  MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  int number = 0;
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 0, 9, children);
  MPI_Barrier(children);
  MPI_Comm_disconnect(&children);
}

static void meet(MPI_Comm parent) {
  int number = 0;
  if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 0, 9, parent, MPI_STATUS_IGNORE);
  MPI_Barrier(parent);
  MPI_Comm_disconnect(&parent);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm parent;
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) meet(parent);
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "hang") == 0) {
    hang();
  } else if (strcmp(argv[1], "spawn") == 0) {
    spawn(argv[0]);
  } else {
    work(atof(argv[1]));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
