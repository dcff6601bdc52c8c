// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Calls what the MPI library has, as bindings of other languages do that serve several versions.
#include <stdio.h>

#pragma weak MPI_Send
#pragma weak MPI_Send_c
#pragma weak MPI_Session_init
#pragma weak MPI_Buffer_flush
int MPI_Send(void);
int MPI_Send_c(void);
int MPI_Session_init(void);
int MPI_Buffer_flush(void);

void print_references(void) {
  printf("referred to: MPI_Send %d, MPI_Send_c %d, MPI_Session_init %d, MPI_Buffer_flush %d\n",
         MPI_Send != NULL, MPI_Send_c != NULL, MPI_Session_init != NULL, MPI_Buffer_flush != NULL);
  if (MPI_Buffer_flush != NULL) MPI_Buffer_flush();
}
