// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <string_view>

namespace latecomer {

/// The file names of the C library of an MPI, "mpich" (with all that share its ABI) or "openmpi": first as
/// the MPI itself installs it, so that one in LD_LIBRARY_PATH comes before that of the system; then as Debian
/// does, if different, else null.
constexpr std::array<const char*, 2> mpi_library_names(std::string_view mpi) {
  if (mpi == "mpich") return {"libmpi.so.12", "libmpich.so.12"};
  return {"libmpi.so.40", nullptr};
}

}  // namespace latecomer
