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

/// `none`: the program is recorded without MPI.
enum class Mpi : uint8_t { mpich, openmpi, none };

/// "mpich", "openmpi", "none": as in the names of the recorders and of options.
std::string_view name_of(Mpi mpi);
/// "MPICH", "Open MPI", "no MPI": as users know them.
std::string_view title_of(Mpi mpi);
std::optional<Mpi> mpi_named(std::string_view name);

/// The MPI that the libraries of the list are of, as the dynamic loader prints it for a program.
std::optional<Mpi> mpi_of_libraries(std::string_view loader_list);

/// What `mpiexec --version` says about whose launcher it is.
std::optional<Mpi> mpi_of_version(std::string_view version);

/// What a command line does.
struct Launch {
  Mpi mpi = Mpi::openmpi;
  std::vector<std::string> command;  ///< as given, with the files in it that name programs read
  std::optional<Mpi>
      launcher;  ///< none if the program is started directly, or by a launcher of any MPI's programs
  size_t launcher_at = 0;  ///< its place in `command`; before it are programs that start it, such as nice
  std::string library;     ///< the path of the MPI's library; empty without MPI
  bool direct = false;     ///< the first word is the program itself
  std::vector<std::string> with_libgomp = {};  ///< programs that are linked to gcc's runtime of OpenMP
  std::vector<std::string> sanitizers = {};    ///< runtimes that have to be loaded first, by their paths
  bool starts_others = false;  ///< a program is a script or an interpreter, whose programs are not known
  std::string note;            ///< what had to be assumed, in one line; empty if nothing
};

/// Finds out which MPI the command's programs and launcher are of. `chosen` settles it where programs do not
/// tell. An error if they are of different ones, or if what the command starts can be anything, as with a
/// script.
Result<Launch> examine_command(const std::vector<std::string>& command, std::optional<Mpi> chosen);

/// LLVM's runtime of OpenMP, which serves gcc's programs as well. An error if it is not found, or if one of
/// the programs needs functions of gcc's runtime that it does not have.
Result<std::string> llvm_openmp_library(const std::vector<std::string>& programs);

}  // namespace latecomer::launch
