// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <latecomer.h>
#include <mpi.h>
#include <string.h>

#include "../programs/pause.h"

// What the programs share. Each has something to be mended, and does without when its argument is "mended".
// Work is pauses, marked as regions, so that it takes as long whoever else is on the machine.

static int rank;  // in MPI_COMM_WORLD
static int size;
static int is_mended;

static inline void begin(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  is_mended = argc > 1 && strcmp(argv[1], "mended") == 0;
  MPI_Barrier(MPI_COMM_WORLD);
}

static inline void work(const char* region, double milliseconds) {
  latecomer_begin_region(region);
  pause_for(milliseconds / 1e3);
  latecomer_end_region(region);
}
