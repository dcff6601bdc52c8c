// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the ranks do in an iteration.
//
//     halo2d, halo3d  compute, Irecv from all neighbours, Isend to all, Waitall; the grid is a torus
//     hybrid          halo2d, but a team of threads computes
//     wavefront       Recv from west and north, compute, Send to east and south; then all the way back
//     alltoall        compute, Alltoall; every fourth time also compute, Barrier
//     tree            compute, Recv from children, Send to the parent; then Recv from it, Send to children
//     master-worker   rank 0: Send to all, Recv from all; the others: Recv, compute, Send
//     ring            compute, Send to the right, Recv from the left; every tenth time Allreduce
//
// Cost: O(steps), in order of ranks.

#include "generate/patterns.h"

#include <algorithm>
#include <bit>

namespace latecomer::generate {

namespace {

using trace::CollectiveOp;

constexpr uint8_t kAll = 100;  ///< Stands for all of the ordinary work, in percent.
constexpr uint8_t kSome = 10;
constexpr uint8_t kLittle = 2;

Step compute(uint8_t percent) {
  return {.kind = StepKind::compute, .percent = percent};
}
Step message(StepKind kind, uint32_t peer, uint32_t tag) {
  return {.kind = kind, .peer = peer, .tag = tag};
}
Step collective(CollectiveOp op, uint8_t every) {
  return {.kind = StepKind::collective, .collective = op, .every = every};
}

/// Arranges ranks in a grid, as near to a square or a cube as can be. The last dimension varies fastest.
struct Grid {
  uint32_t extent[3] = {1, 1, 1};

  Grid(uint32_t ranks, uint32_t dimensions) {
    uint32_t left = ranks;
    for (uint32_t d = 0; d + 1 < dimensions; ++d) {
      // This is the largest divisor that leaves as much for each of the other dimensions.
      const uint32_t others = dimensions - d - 1;
      for (uint32_t divisor = 1; power(divisor, others + 1) <= left; ++divisor) {
        if (left % divisor == 0) extent[d] = divisor;
      }
      left /= extent[d];
    }
    extent[dimensions - 1] = left;
  }

  static uint64_t power(uint64_t base, uint32_t exponent) {
    uint64_t result = 1;
    for (uint32_t i = 0; i < exponent; ++i) result *= base;
    return result;
  }
  uint32_t stride(uint32_t dimension) const {
    uint32_t stride = 1;
    for (uint32_t d = dimension + 1; d < 3; ++d) stride *= extent[d];
    return stride;
  }
  uint32_t coordinate(uint32_t rank, uint32_t dimension) const {
    return rank / stride(dimension) % extent[dimension];
  }
  /// Returns the rank `step` (1 or -1) further on the torus.
  uint32_t neighbour(uint32_t rank, uint32_t dimension, int step) const {
    const uint32_t from = coordinate(rank, dimension);
    const uint32_t to = (step > 0 ? from + 1 : from + extent[dimension] - 1) % extent[dimension];
    return rank + to * stride(dimension) - from * stride(dimension);
  }
};

/// Adds halo exchanges. A message's tag is its direction; the opposite one differs in the last bit.
void add_halo(const Grid& grid, uint32_t rank, std::vector<Step>& steps) {
  const size_t begin = steps.size();
  for (const StepKind kind : {StepKind::irecv, StepKind::isend}) {
    for (uint32_t direction = 0; direction < 6; ++direction) {
      const uint32_t dimension = direction / 2;
      if (grid.extent[dimension] == 1) continue;
      const uint32_t peer = grid.neighbour(rank, dimension, direction % 2 == 0 ? 1 : -1);
      steps.push_back(message(kind, peer, kind == StepKind::isend ? direction : direction ^ 1));
    }
  }
  if (steps.size() > begin) steps.push_back({.kind = StepKind::waitall});
}

void add_sweep(const Grid& grid, uint32_t rank, int step, std::vector<Step>& steps) {
  const auto add = [&](StepKind kind, int towards) {
    for (uint32_t dimension = 0; dimension < 2; ++dimension) {
      const uint32_t last = towards > 0 ? grid.extent[dimension] - 1 : 0;
      if (grid.coordinate(rank, dimension) != last)
        steps.push_back(message(kind, grid.neighbour(rank, dimension, towards), 0));
    }
  };
  add(StepKind::recv, -step);
  steps.push_back(compute(kAll));
  add(StepKind::send, step);
}

/// Adds a binomial tree with root 0: children of a rank differ from it in one bit below its lowest one.
void add_tree(uint32_t ranks, uint32_t rank, std::vector<Step>& steps) {
  const uint32_t lowest = rank == 0 ? std::bit_ceil(ranks) : rank & -rank;
  steps.push_back(compute(kAll));
  for (uint32_t bit = 1; bit < lowest; bit *= 2) {
    if (rank + bit >= ranks) continue;
    steps.push_back(message(StepKind::recv, rank + bit, 0));
    steps.push_back(compute(kSome));
  }
  if (rank > 0) {
    steps.push_back(message(StepKind::send, rank - lowest, 0));
    steps.push_back(message(StepKind::recv, rank - lowest, 1));
  }
  for (uint32_t bit = lowest / 2; bit > 0; bit /= 2) {
    if (rank + bit < ranks) steps.push_back(message(StepKind::send, rank + bit, 1));
  }
}

void add_master(uint32_t ranks, std::vector<Step>& steps) {
  for (uint32_t worker = 1; worker < ranks; ++worker) {
    steps.push_back(compute(kLittle));
    steps.push_back(message(StepKind::send, worker, 0));
  }
  for (uint32_t worker = 1; worker < ranks; ++worker) {
    steps.push_back(message(StepKind::recv, worker, 1));
    steps.push_back(compute(kLittle));
  }
  if (ranks == 1) steps.push_back(compute(kAll));
}

void add_worker(std::vector<Step>& steps) {
  steps.push_back(message(StepKind::recv, 0, 0));
  steps.push_back(compute(kAll));
  steps.push_back(message(StepKind::send, 0, 1));
}

/// Adds a ring. Every other rank receives first, so that large messages do not block it.
void add_ring(uint32_t ranks, uint32_t rank, std::vector<Step>& steps) {
  steps.push_back(compute(kAll));
  if (ranks > 1) {
    steps.push_back(message(StepKind::send, (rank + 1) % ranks, 0));
    steps.push_back(message(StepKind::recv, (rank + ranks - 1) % ranks, 0));
    if (rank % 2 == 1) std::iter_swap(steps.end() - 1, steps.end() - 2);
  }
  steps.push_back(collective(CollectiveOp::allreduce, 10));
}

}  // namespace

void add_steps(const Settings& settings, uint32_t rank, std::vector<Step>& steps) {
  switch (settings.pattern) {
    case Pattern::halo2d:
      steps.push_back(compute(kAll));
      return add_halo(Grid(settings.ranks, 2), rank, steps);
    case Pattern::halo3d:
      steps.push_back(compute(kAll));
      return add_halo(Grid(settings.ranks, 3), rank, steps);
    case Pattern::hybrid:
      steps.push_back({.kind = StepKind::parallel, .percent = kAll});
      return add_halo(Grid(settings.ranks, 2), rank, steps);
    case Pattern::wavefront:
      add_sweep(Grid(settings.ranks, 2), rank, 1, steps);
      return add_sweep(Grid(settings.ranks, 2), rank, -1, steps);
    case Pattern::alltoall:
      steps.push_back(compute(kAll));
      steps.push_back(collective(CollectiveOp::alltoall, 1));
      steps.push_back({.kind = StepKind::compute, .every = 4, .percent = kSome});
      return steps.push_back(collective(CollectiveOp::barrier, 4));
    case Pattern::tree:
      return add_tree(settings.ranks, rank, steps);
    case Pattern::master_worker:
      return rank == 0 ? add_master(settings.ranks, steps) : add_worker(steps);
    case Pattern::ring:
      return add_ring(settings.ranks, rank, steps);
  }
}

}  // namespace latecomer::generate
