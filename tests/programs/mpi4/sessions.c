// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// Uses sessions alone. What made its communicator is not recorded, so what happens on it cannot be told.
int main(void) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int number = 1;
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, 3, comm);
  if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  work(0.01);  // still a part of the program
  return number - 1;
}
