// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Marks regions and phases, before, between and behind the calls of MPI. tests/stacks_test.py knows which.
#include <latecomer.h>
#include <mpi.h>

#define NOT_INLINED __attribute__((noinline, noclone))
#define STAY __asm__ volatile("")

NOT_INLINED static void exchange(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  STAY;
}

NOT_INLINED static void step(int i) {
  latecomer_begin_phase("iteration", i);
  latecomer_begin_region("left by its phase");
  exchange();
  latecomer_end_phase("iteration", i);
  STAY;
}

int main(int argc, char** argv) {
  latecomer_end_region("never begun");
  latecomer_begin_region("setup");
  MPI_Init(&argc, &argv);
  latecomer_end_region("setup");
  for (int i = 1; i <= 2; ++i) step(i);
  MPI_Finalize();
  latecomer_begin_region("after the end");
  latecomer_end_region("after the end");
  return 0;
}
