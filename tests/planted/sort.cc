// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// run: 2 ranks
// Rank 1 sorts its particles again and again, for 0.4 s. What std::sort calls is not named.
#include <algorithm>
#include <vector>

#include "code.h"

struct Particle {
  double x;
  long cell;
};

NOT_INLINED static long order_particles(const std::vector<Particle>& particles) {
  std::vector<Particle> sorted;
  for (const double end = processor_seconds() + 0.4; processor_seconds() < end;) {
    sorted = particles;
    // planted: order_particles, rank 1, 0.4 s
    std::sort(sorted.begin(), sorted.end(),
              [](const Particle& a, const Particle& b) { return a.cell < b.cell; });
  }
  return sorted.front().cell;
}

int main(int argc, char** argv) {
  int rank = 0;
  long first = 0;
  std::vector<Particle> particles(20000);
  for (size_t i = 0; i < particles.size(); ++i) particles[i].cell = static_cast<long>(i * 7919 % 100003);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) first = order_particles(particles);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return first == 0 ? 0 : 1;
}
