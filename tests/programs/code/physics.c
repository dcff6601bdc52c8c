// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A library that is opened while the program runs. It still computes after its last call of MPI: before the
// next one it is closed.
#include "code.h"

void run(void);

NOT_INLINED static double evaluate(double seconds) {
  const double took = compute(seconds);
  STAY;
  return took;
}

// Not the same as `evaluate`: compilers make one function of two that are equal.
NOT_INLINED static double finish(double seconds) {
  double took = compute(seconds / 2);
  took += compute(seconds / 2);
  STAY;
  return took;
}

static void synchronize(void) {
  // stack: main > run_library > run > synchronize
  MPI_Barrier(MPI_COMM_WORLD);
}

void run(void) {
  int rank = 0;
  double took = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // stack: main > run_library > run
  MPI_Barrier(MPI_COMM_WORLD);           // stack: main > run_library > run; place: before
  if (rank == 1) took = evaluate(0.21);  // delay: evaluate in run, before, after
  synchronize();                         // stack: main > run_library > run; place: after
  if (rank == 1) {
    tell_delay("evaluate", took);
    tell_delay("finish", finish(0.1));  // delay: finish in run_library, library, library
  }
}
