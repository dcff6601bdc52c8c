// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <cstring>

namespace latecomer::record::mpi {

/// An MPI handle as a number: MPICH's handles are ints, Open MPI's are pointers.
template <class Handle>
uint64_t key_of(Handle handle) {
  static_assert(sizeof(Handle) <= sizeof(uint64_t));
  uint64_t key = 0;
  std::memcpy(&key, &handle, sizeof handle);
  return key;
}

}  // namespace latecomer::record::mpi
