// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "../program.h"

// A session of one process, which sends itself a message.
int main(void) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://SELF", &group);
  MPI_Comm_create_from_group(group, "self", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  int sent = 1;
  int received = 0;
  MPI_Request request;
  MPI_Irecv(&received, 1, MPI_INT, 0, 1, comm, &request);
  MPI_Send(&sent, 1, MPI_INT, 0, 1, comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (received != 1) abort();
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  return 0;
}
