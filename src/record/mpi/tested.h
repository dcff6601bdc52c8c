// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace latecomer::record::mpi {

/// Stands for what a test or probe tests: anything else has another number, but for a chance of 1 in 2^64.
struct Tested {
  uint64_t number = 0;

  /// Adds a handle of MPI, or an integer.
  template <class Value>
  void add(Value value) {
    uint64_t bits = 0;
    if constexpr (std::is_pointer_v<Value>)
      bits = reinterpret_cast<uintptr_t>(value);
    else
      bits = static_cast<uint64_t>(value);
    constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
    number = (number ^ bits) * kOdd;
    number ^= number >> 32U;
  }
};

template <class... Values>
Tested tested(Values... values) {
  Tested all;
  (all.add(values), ...);
  return all;
}

/// Returns what stands for an array of requests of C or of Fortran. Arrays are long, and each step of `add`
/// waits for the one before, so that there are four of these in turn.
template <class Handle>
Tested tested_requests_of(const Handle* array, int count) {
  constexpr int kLanes = 4;
  std::array<Tested, kLanes> lanes;
  if (array == nullptr) count = 0;
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane].add(array[i + lane]);
  }
  for (; i < count; ++i) lanes[i % kLanes].add(array[i]);
  return tested(lanes[0].number, lanes[1].number, lanes[2].number, lanes[3].number);
}

}  // namespace latecomer::record::mpi
