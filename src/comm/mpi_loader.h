// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "comm/comm.h"

namespace latecomer {

/// Sizes that matter for speed only, in bytes. Tests have smaller ones.
struct MpiSizes {
  /// Of an MPI message; what is longer is split. MPI counts end at 2^31 - 1.
  size_t largest_message = size_t{1} << 30U;
  /// What each rank of a node tells the others through memory that they share, at most; longer things go by
  /// MPI. 0: all do.
  size_t board = size_t{1} << 16U;
};

/// The signature of `latecomer_make_mpi_comm`, the one function that comm-<mpi>.so exports. The caller owns
/// the Comm.
using MakeMpiComm = Comm*(const MpiSizes& sizes);

/// "openmpi" or "mpich" if this process was started by that MPI's mpiexec, which tells its processes so in
/// environment variables; nothing if it was started alone.
std::optional<std::string> launching_mpi();

/// Where all ranks that Open MPI started are on one node, and the user chose no transport, lets MPI_Init not
/// look for networks: chooses the transport that Open MPI ends up with there, `ob1`, instead of waiting 0.2 s
/// for libraries that find nothing, and has hwloc not go through PCI devices, 0.02 s of processor time for
/// each rank. Both choices are environment variables; to be called before MPI_Init.
void skip_network();

/// The Comm of the ranks that this process was started with: over MPI under an mpiexec, else serial.
/// Destroying it finalizes MPI, so it lives as long as `main` needs it. An error if the module of the
/// launching MPI cannot be loaded.
Result<std::unique_ptr<Comm>> launch_comm(const MpiSizes& sizes = {});

}  // namespace latecomer
