// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Templates, functions that compilers may inline, and a lambda.
#include "code.h"

namespace grid {

template <class T>
struct Field {
  T value;

  NOT_INLINED void exchange(int) {
    // stack: main > grid::Field<double>::exchange; main > grid::Field<float>::exchange
    MPI_Allreduce(MPI_IN_PLACE, &value, sizeof(value), MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    STAY;
  }

  T norm() const {
    T square = value * value;
    // stack: main > grid::Field<double>::norm; main > solve > grid::Field<double>::norm
    MPI_Bcast(&square, sizeof(square), MPI_CHAR, 0, MPI_COMM_WORLD);
    return square;
  }
};

namespace {

template <class Step>
void repeat(int times, const Step& step) {
  for (int i = 0; i < times; ++i) {
    step(i);  // stack: main > solve > grid::repeat
  }
}

NOT_INLINED void synchronize() {
  // stack: main > solve > grid::synchronize
  // stack: main > solve > grid::repeat > solve::(lambda)::operator > grid::synchronize
  MPI_Barrier(MPI_COMM_WORLD);
  STAY;
}

template <class T>
T evaluate(T seconds) {
  return compute(seconds);
}

}  // namespace

}  // namespace grid

static double solve(int rank, grid::Field<double> field) {
  double took = 0;
  // stack: main > solve
  grid::repeat(2, [&](int) {
    // stack: main > solve > grid::repeat > solve::(lambda)::operator
    grid::synchronize();
  });
  // stack: main > solve; place: before
  grid::synchronize();
  if (rank == 1) took = grid::evaluate(0.21);  // delay: grid::evaluate in solve, before, after
  // stack: main > solve; place: after
  field.norm();
  return took;
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);                // stack: main
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);  // stack: main
  grid::Field<double> doubles{1};
  grid::Field<float> floats{2};
  doubles.exchange(1);                       // stack: main
  floats.exchange(2);                        // stack: main
  const double norm = doubles.norm();        // stack: main
  const double took = solve(rank, doubles);  // stack: main
  if (rank == 1) tell_delay("grid::evaluate", took);
  MPI_Finalize();  // stack: main
  return norm > 0 ? 0 : 1;
}
