// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// usage: dies serial|region|exit
// Ends at once behind a parallel region, or in one in which the other thread waits at a barrier; exit: in the
// regular way.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pause.h"

static void work(double seconds) {
  pause_for(seconds);
}

static void end(const char* how) {
  if (strcmp(how, "exit") == 0) exit(3);
  abort();
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) work(0.01);
  work(0.05);
  if (strcmp(how, "serial") == 0) end(how);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      work(0.05);
      end(how);
    }
#pragma omp barrier
  }
  return 0;
}
