// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A library whose constructor calls MPI_Init, and its destructor MPI_Finalize.
#include <mpi.h>
#include <stddef.h>

__attribute__((constructor)) static void begin(void) {
  MPI_Init(NULL, NULL);
}

__attribute__((destructor)) static void end(void) {
  MPI_Finalize();
}
