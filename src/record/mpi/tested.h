// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <type_traits>

namespace latecomer::record::mpi {

/// Stands for what a test or probe tests: anything else has another number, but for a chance of 1 in 2^64.
struct Tested {
  uint64_t number = 0;

  /// A handle of MPI, or an integer.
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

/// The requests of an array of C or of Fortran handles.
template <class Handle>
Tested tested_requests_of(const Handle* array, int count) {
  Tested all;
  for (int i = 0; array != nullptr && i < count; ++i) all.add(array[i]);
  return all;
}

}  // namespace latecomer::record::mpi
