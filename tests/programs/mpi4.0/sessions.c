// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Uses sessions alone. Rank 0 works before a message and before a barrier, on a communicator of all processes
// and on one that has them in reversed order.

static MPI_Comm from_group(MPI_Group group, const char* tag) {
  MPI_Comm comm;
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  return comm;
}

static void communicate(MPI_Session session) {
  MPI_Group group, reversed_group;
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm comm = from_group(group, "all");
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int ranks[2] = {1, 0};
  MPI_Group_incl(group, 2, ranks, &reversed_group);
  MPI_Comm reversed = from_group(reversed_group, "reversed");
  MPI_Comm duplicate;
  MPI_Comm_dup(reversed, &duplicate);

  int number = 0;
  if (rank == 0) {
    work(0.1);
    number = 1;
    MPI_Send(&number, 1, MPI_INT, 1, 3, comm);
    work(0.2);
  } else {
    MPI_Recv(&number, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    if (number != 1) abort();
  }
  MPI_Barrier(duplicate);
  MPI_Comm_free(&duplicate);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&comm);
  MPI_Group_free(&reversed_group);
  MPI_Group_free(&group);
}

int main(void) {
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  communicate(session);
  MPI_Session_finalize(&session);
  work(0.01);  // still a part of the program
  return 0;
}
