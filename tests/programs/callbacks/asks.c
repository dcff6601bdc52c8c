// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Prints which functions the MPI library has, as found by name, and by weak references of a library that is
// loaded late (the first argument).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int count, char** words) {
  MPI_Init(&count, &words);
  const char* const names[] = {
      "MPI_Send",         "MPI_Send_c",        "MPI_Session_init",     "PMPI_Session_init",
      "MPI_Buffer_flush", "PMPI_Buffer_flush", "MPI_Status_get_error", "MPI_Abi_get_version"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; ++i)
    printf("%s: %s\n", names[i], dlsym(RTLD_DEFAULT, names[i]) != NULL ? "is here" : "is missing");
  void* const library = dlopen(words[1], RTLD_NOW);
  if (library == NULL) return 1;
  ((void (*)(void))dlsym(library, "print_references"))();
  MPI_Finalize();
  return 0;
}
