// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
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

/// Whether a library's path is that of one of an MPI's own, of whatever version: for C, Fortran or C++.
constexpr bool is_mpi_library(std::string_view path) {
  constexpr std::array<std::string_view, 10> kNames = {
      "libmpi",           "libmpi_cxx", "libmpi_mpifh", "libmpi_usempi", "libmpi_usempi_ignore_tkr",
      "libmpi_usempif08", "libmpich",   "libmpichfort", "libmpifort",    "libmpicxx"};
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const std::string_view name = file.substr(0, file.find(".so"));
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace latecomer
