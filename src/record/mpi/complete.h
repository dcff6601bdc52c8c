// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <mpi.h>

#include "base/backoff.h"

namespace latecomer::record::mpi {

/// Waits for a request of the recorder's own. MPICH's blocking calls poll without giving up the processor,
/// which takes milliseconds per message where there are more processes than cores. It is not for operations
/// of a process with itself: in a session of one process MPICH has no network, and PMPI_Test crashes.
inline void complete(MPI_Request& request) {
  const Backoff backoff;
  int done = 0;
  while (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) backoff.wait();
}

}  // namespace latecomer::record::mpi
