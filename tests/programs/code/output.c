// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Another library that is opened while the program runs: where the first was in memory, perhaps.
#include "code.h"

void run(void);

NOT_INLINED static void share(int value) {
  // stack: main > run_library > run > share
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  STAY;
}

void run(void) {
  share(1);  // stack: main > run_library > run
  STAY;
}
