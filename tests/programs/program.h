// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "pause.h"

// What the recorded programs share. Each makes its waits with pauses of known length, so that its .expect
// file can say how long who waits where.

static int rank;  // in MPI_COMM_WORLD
static int size;

static inline void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline void work(double seconds) {
  pause_for(seconds);
}

// Ends the run if the program computed something wrong: being recorded must not change results.
static inline void expect(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "rank %d: wrong: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
