// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Opens libraries that call MPI themselves, and closes each before it opens the next one.
#include <dlfcn.h>
#include <stdlib.h>

#include "code.h"

NOT_INLINED static void run_library(const char* path) {
  void* const library = dlopen(path, RTLD_NOW);
  void (*run)(void) = NULL;
  if (library != NULL) *(void**)&run = dlsym(library, "run");
  if (run == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  run();  // stack: main > run_library; place: library
  dlclose(library);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);                               // stack: main
  for (int i = 1; i < argc; ++i) run_library(argv[i]);  // stack: main
  MPI_Finalize();                                       // stack: main
  return 0;
}
