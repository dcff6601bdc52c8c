// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "program.h"

// A window with `ints` of every rank, all 0. MPICH 4.0 accesses no other memory correctly than that of
// MPI_Alloc_mem.
static inline MPI_Win make_window(int** memory, int ints) {
  MPI_Win window;
  MPI_Alloc_mem(ints * (MPI_Aint)sizeof(int), MPI_INFO_NULL, memory);
  for (int i = 0; i < ints; ++i) (*memory)[i] = 0;
  MPI_Win_create(*memory, ints * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  return window;
}

static inline void free_window(MPI_Win window, int* memory) {
  MPI_Win_free(&window);
  MPI_Free_mem(memory);
}

// Of the world, by MPI_Group_incl one rank, by MPI_Group_excl all but that one.
static inline MPI_Group group_by(int (*choose)(MPI_Group, int, const int*, MPI_Group*), int one) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  choose(world, 1, &one, &group);
  MPI_Group_free(&world);
  return group;
}
