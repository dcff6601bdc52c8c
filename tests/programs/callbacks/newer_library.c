// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What a newer MPI library has beyond the one here.
#include "newer.h"

int PMPI_Send_c(const void* data, MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return PMPI_Send(data, (int)count, type, to, tag, comm);
}
int PMPI_Recv_c(void* data, MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                MPI_Status* status) {
  return PMPI_Recv(data, (int)count, type, from, tag, comm, status);
}
int PMPI_Of_tomorrow(MPI_Comm comm) {
  return PMPI_Barrier(comm);
}

#pragma weak MPI_Send_c = PMPI_Send_c
#pragma weak MPI_Recv_c = PMPI_Recv_c
#pragma weak MPI_Of_tomorrow = PMPI_Of_tomorrow
