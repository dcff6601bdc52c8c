// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <unistd.h>

#include "program.h"

// The name of a file that no other run has, the same on all ranks.
static inline const char* new_file_name(void) {
  static char name[100];
  int pid = (int)getpid();
  MPI_Bcast(&pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "/tmp/latecomer-file-%d", pid);
  return name;
}
