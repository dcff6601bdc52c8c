// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// How a program is started with the recorder in it: which MPI it uses, and how its launcher passes the
// environment on.
namespace latecomer::launch {

/// Says which MPI a program is recorded with: `abi` is any, by the standard ABI; `none` is without MPI.
enum class Mpi : uint8_t { mpich, openmpi, abi, none };

/// Returns the name that recorders and options use: "mpich", "openmpi", "abi", "none".
std::string_view name_of(Mpi mpi);
/// Returns the name that users know: "MPICH", "Open MPI", "MPI's standard ABI", "no MPI".
std::string_view title_of(Mpi mpi);
std::optional<Mpi> mpi_named(std::string_view name);

/// Returns the MPI that the libraries of the list are of, as the dynamic loader prints it for a program.
std::optional<Mpi> mpi_of_libraries(std::string_view loader_list);

/// Returns whose launcher `mpiexec --version` says it is.
std::optional<Mpi> mpi_of_version(std::string_view version);

/// Describes what a command line starts, and by what.
struct Launch {
  Mpi mpi = Mpi::openmpi;
  std::vector<std::string> command;  ///< Is the command, with the files in it that name programs read.
  std::optional<Mpi>
      launcher;  ///< Is the MPI of the launcher; empty without one, or for a launcher of any MPI's programs.
  size_t launcher_at = 0;  ///< Is the launcher's position in `command`, behind starters such as nice.
  std::string library;     ///< Is the path of the MPI's library; empty without MPI.
  bool direct = false;     ///< Says that the first word is the program itself.
  std::vector<std::string> with_libgomp = {};  ///< Lists programs that are linked to gcc's runtime of OpenMP.
  std::vector<std::string> sanitizers = {};  ///< Lists runtimes that have to be loaded first, by their paths.
  bool starts_others = false;  ///< Says that what a script or an interpreter starts is not known.
  std::string note;            ///< Says what had to be assumed, in one line; empty if nothing.
};

/// Finds out which MPI the command's programs and launcher are of. `chosen` settles it where programs do not
/// say. Returns an error if they are of different ones, or if what the command starts can be anything, as
/// with a script.
Result<Launch> examine_command(const std::vector<std::string>& command, std::optional<Mpi> chosen);

/// Returns the path of LLVM's runtime of OpenMP, which serves gcc's programs as well. Returns an error if it
/// is not found, or if one of the programs needs functions of gcc's runtime that it does not have.
Result<std::string> llvm_openmp_library(const std::vector<std::string>& programs);

}  // namespace latecomer::launch
