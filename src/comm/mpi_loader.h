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

/// Is the largest MPI message in bytes; what is longer is split. MPI's counts end at 2^31 - 1.
inline constexpr size_t kLargestMpiMessage = size_t{1} << 30U;

/// Is the signature of `latecomer_make_mpi_comm`, the one function that comm-<mpi>.so exports. The caller
/// owns the Comm.
using MakeMpiComm = Comm*(size_t largest_message);

/// Returns "openmpi" or "mpich" if this process was started by that MPI's mpiexec, which says so in
/// environment variables; nothing if it was started alone.
std::optional<std::string> launching_mpi();

/// Returns the Comm of the ranks that this process was started with: over MPI under an mpiexec, else serial.
/// Destroying it finalizes MPI, so it lives as long as `main` needs it. It is an error if neither the module
/// of the launching MPI can be loaded, nor that of the standard ABI. Tests have smaller messages.
Result<std::unique_ptr<Comm>> launch_comm(size_t largest_message = kLargestMpiMessage);

}  // namespace latecomer
