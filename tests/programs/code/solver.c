// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Functions that compilers may inline, recursion, and a call through a pointer.
#include "code.h"

static inline double sum(double value) {
  // stack: main > sum; main > average > sum
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return value;
}

static inline double average(double value) {
  return sum(value) / 2;  // stack: main > average
}

NOT_INLINED static void synchronize(void) {
  // stack: main > synchronize; main > refine > refine > refine > synchronize; main > call > synchronize
  MPI_Barrier(MPI_COMM_WORLD);
  STAY;
}

NOT_INLINED static void refine(int levels) {
  if (levels > 0)
    refine(levels - 1);  // stack: main > refine; main > refine > refine
  else
    synchronize();  // stack: main > refine > refine > refine
  STAY;
}

NOT_INLINED static void call(void (*volatile synchronize)(void)) {
  synchronize();  // stack: main > call
  STAY;
}

NOT_INLINED static double evaluate(double seconds) {
  const double took = compute(seconds);
  STAY;
  return took;
}

int main(int argc, char** argv) {
  int rank = 0;
  double took = 0;
  MPI_Init(&argc, &argv);                // stack: main
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // stack: main
  double value = sum(rank + 1);          // stack: main
  value = average(value);                // stack: main
  // stack: main; place: before
  synchronize();
  if (rank == 1) took = evaluate(0.21);  // delay: evaluate in main, before, after
  // stack: main; place: after
  call(synchronize);
  refine(2);                               // stack: main
  value = value > 0 ? average(value) : 0;  // stack: main
  if (rank == 1) tell_delay("evaluate", took);
  MPI_Finalize();  // stack: main
  return value > 0 ? 0 : 1;
}
