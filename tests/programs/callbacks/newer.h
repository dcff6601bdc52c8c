// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions of an MPI library that is newer than the headers here.
#pragma once

#include <mpi.h>

int MPI_Send_c(const void* data, MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv_c(void* data, MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Status* status);
int MPI_Of_tomorrow(MPI_Comm comm);
int PMPI_Send_c(const void* data, MPI_Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int PMPI_Recv_c(void* data, MPI_Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                MPI_Status* status);
int PMPI_Of_tomorrow(MPI_Comm comm);
