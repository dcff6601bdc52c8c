// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

#include "record/core/thread_room.h"

namespace latecomer::record::mpi {

/// Copies the requests that a call gets, as C or as Fortran handles: MPI overwrites those that complete.
class RequestHandles {
 public:
  template <class Handle>
  RequestHandles(const Handle* array, int count) {
    const size_t size = array == nullptr ? 0 : static_cast<size_t>(std::max(count, 0));
    MPI_Request* const copy =
        size <= 1 ? &one_ : static_cast<MPI_Request*>(room_.take(size * sizeof(MPI_Request)));
    if constexpr (std::is_same_v<Handle, MPI_Request>)
      std::copy_n(array, size, copy);
    else
      std::transform(array, array + size, copy, [](Handle handle) { return PMPI_Request_f2c(handle); });
    all_ = {copy, size};
  }
  RequestHandles(const RequestHandles&) = delete;
  RequestHandles& operator=(const RequestHandles&) = delete;

  std::span<const MPI_Request> all() const { return all_; }

 private:
  MPI_Request one_ = MPI_REQUEST_NULL;
  ThreadRoom room_;
  std::span<const MPI_Request> all_;
};

}  // namespace latecomer::record::mpi
