// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: timed_functions NUMBER
// Built with -finstrument-functions. Calls a function so many times that does nothing, and prints how many
// seconds that took: what recording a function costs is in the difference.
#include "program.h"

__attribute__((noinline, noclone)) static void nothing(void) {
  __asm__ volatile("");
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  const int number = argc > 1 ? atoi(argv[1]) : 1;
  const double start = MPI_Wtime();
  for (int i = 0; i < number; ++i) nothing();
  printf("%.9f\n", MPI_Wtime() - start);
  MPI_Finalize();
  return 0;
}
