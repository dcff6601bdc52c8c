// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: early_main [LIBRARY]: loads it, or is linked to one, that initializes and finalizes MPI.
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int count, char** words) {
  void* library = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  int rank = -1;
  for (int i = 0; i < 5; ++i) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d\n", rank);
  fflush(stdout);
  if (library != NULL) dlclose(library);
  return 0;
}
