// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Calls that MPI refuses, which the program goes on from: being recorded, they are refused as well, and
// nothing is concluded from them.
#include "program.h"

enum { kCount = 64 };
static int sent[kCount];
static int received[kCount];

static void refuse(int result, const char* what) {
  expect(result != MPI_SUCCESS, what);
}

static void refuse_collectives(void) {
  MPI_Request request;
  refuse(MPI_Bcast(sent, -1, MPI_INT, 0, MPI_COMM_WORLD), "count");
  refuse(MPI_Bcast(sent, 1, MPI_INT, size, MPI_COMM_WORLD), "root");
  refuse(MPI_Bcast(sent, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD), "datatype");
  refuse(MPI_Bcast(sent, 1, MPI_INT, 0, MPI_COMM_NULL), "communicator");
  refuse(MPI_Ibcast(sent, 1, MPI_INT, -1, MPI_COMM_WORLD, &request), "root of a nonblocking operation");
#ifdef OPEN_MPI  // MPICH looks at the arrays
  refuse(MPI_Alltoallv(sent, NULL, NULL, MPI_INT, received, NULL, NULL, MPI_INT, MPI_COMM_WORLD),
         "no counts");
  refuse(MPI_Igatherv(sent, 1, MPI_INT, received, NULL, NULL, MPI_INT, rank, MPI_COMM_SELF, &request),
         "no counts of a nonblocking operation");
  refuse(MPI_Ialltoallw(sent, NULL, NULL, NULL, received, NULL, NULL, NULL, MPI_COMM_WORLD, &request),
         "no datatypes");
#endif
}

static void refuse_others(void) {
  MPI_Comm none;
  refuse(MPI_Send(sent, 1, MPI_INT, 0, 0, MPI_COMM_NULL), "communicator");
  refuse(MPI_Recv(received, 1, MPI_INT, size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "source");
  refuse(MPI_Waitall(-1, NULL, MPI_STATUSES_IGNORE), "number of requests");
  refuse(MPI_Comm_dup(MPI_COMM_NULL, &none), "parent");
  refuse(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &none), "group");
#ifdef OPEN_MPI
  refuse(MPI_Comm_set_name(MPI_COMM_WORLD, NULL), "no name");
#else  // Open MPI waits for somebody at the port
  refuse(MPI_Comm_connect("nowhere", MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &none), "port");
#endif
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (rank == 0) work(0.1);
  refuse_collectives();
  refuse_others();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
