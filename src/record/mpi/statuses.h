// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstring>

#include "record/core/thread_room.h"

namespace latecomer::record::mpi {

/// Reads the statuses that a call fills in. Fortran's integer arrays have the layout of MPI_Status in both
/// MPI libraries, but may be aligned for integers only; hence copies.
class Statuses {
 public:
  explicit Statuses(const void* first) : first_(static_cast<const std::byte*>(first)) {}
  MPI_Status operator[](size_t position) const {
    MPI_Status status;
    std::memcpy(&status, first_ + position * sizeof status, sizeof status);
    return status;
  }

 private:
  const std::byte* first_;
};

/// Takes the place of the program's statuses where it does not want any.
class OwnStatuses {
 public:
  /// Returns `given`, or memory for `count` statuses if the program ignores them. T: MPI_Status or MPI_Fint.
  template <class T>
  T* unless_given(T* given, bool ignored, int count) {
    if (!ignored) return given;
    if (count <= 1) return reinterpret_cast<T*>(&one_);
    return static_cast<T*>(room_.take(static_cast<size_t>(count) * sizeof(MPI_Status)));
  }

 private:
  MPI_Status one_;
  ThreadRoom room_;
};

}  // namespace latecomer::record::mpi
