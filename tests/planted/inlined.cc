// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// A method of a template calls a function that the compiler has to inline, which takes 0.4 s on rank 1.
#include "code.h"

namespace mesh {

template <class T>
[[gnu::always_inline]] inline T flux(T begin, double seconds) {
  for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    for (int i = 1; i < 20000; ++i) begin += T(1) / T(i);
  }
  return begin;
}

template <class T>
struct Solver {
  T value;

  NOT_INLINED void step(double seconds) {
    value = flux(value, seconds);  // planted: mesh::Solver<double>::step → mesh::flux<double>, rank 1, 0.4 s
  }
};

}  // namespace mesh

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mesh::Solver<double> solver{1};
  MPI_Barrier(MPI_COMM_WORLD);
  solver.step(rank == 1 ? 0.5 : 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return solver.value > 0 ? 0 : 1;
}
