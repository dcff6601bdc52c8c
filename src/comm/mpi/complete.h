// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include <span>

#include "base/backoff.h"

namespace latecomer {

/// Waits until all requests are complete.
inline void complete(std::span<MPI_Request> requests) {
  const Backoff backoff;
  const auto are_done = [&] {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  };
  while (!are_done()) backoff.wait();
}

}  // namespace latecomer
