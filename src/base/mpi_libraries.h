// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace latecomer {

/// Is the name here of the standard ABI of MPI 5.0, which any MPI can have beside its own.
inline constexpr std::string_view kStandardAbi = "abi";

/// Returns the file names of the C library of an MPI, "mpich" (with all that share its ABI), "openmpi" or
/// kStandardAbi: first as the MPI itself installs it, so that one in LD_LIBRARY_PATH comes before that of the
/// system; then as Debian does, if different, else null.
constexpr std::array<const char*, 2> mpi_library_names(std::string_view mpi) {
  if (mpi == "mpich") return {"libmpi.so.12", "libmpich.so.12"};
  if (mpi == kStandardAbi) return {"libmpi_abi.so.1", nullptr};
  return {"libmpi.so.40", nullptr};
}

/// Returns the name of a library's file without its version.
constexpr std::string_view library_name(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find(".so"));
}

/// Returns whether a library's path is that of one of an MPI's own that is for C++ or Fortran.
constexpr bool is_mpi_binding(std::string_view path) {
  constexpr std::array<std::string_view, 8> kNames = {
      "libmpi_cxx",       "libmpi_mpifh", "libmpi_usempi", "libmpi_usempi_ignore_tkr",
      "libmpi_usempif08", "libmpichfort", "libmpifort",    "libmpicxx"};
  return std::find(kNames.begin(), kNames.end(), library_name(path)) != kNames.end();
}

/// Returns whether a library's path is that of one of an MPI's own, for any language.
constexpr bool is_mpi_library(std::string_view path) {
  const std::string_view name = library_name(path);
  return name == "libmpi" || name == "libmpich" || name.starts_with("libmpi_abi") || is_mpi_binding(path);
}

/// Returns whether a library's path is that of an MPI's own, or of what an MPI uses: Open MPI's parts are
/// mca_X.so, which its launcher has, too; PMIx, UCX and libfabric have threads of their own.
constexpr bool is_part_of_mpi(std::string_view path) {
  constexpr std::array<std::string_view, 9> kBegins = {"mca_",        "libopen_mpi", "libopen-pal",
                                                       "libopen-rte", "libpmix",     "libucp",
                                                       "libucs",      "libuct",      "libfabric"};
  const std::string_view name = library_name(path);
  return is_mpi_library(path) || std::any_of(kBegins.begin(), kBegins.end(), [name](std::string_view begin) {
           return name.starts_with(begin);
         });
}

}  // namespace latecomer
