// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/mpi_loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/mpi_libraries.h"
#include "base/own_path.h"

namespace latecomer {

namespace {

bool is_set(const char* variable) {
  return std::getenv(variable) != nullptr;
}

/// Returns the path of a module. Modules lie beside the program: <prefix>/bin/latecomer and
/// <prefix>/lib/latecomer/comm-<mpi>.so.
std::filesystem::path module_path(const std::string& mpi) {
  const std::filesystem::path program = own_path();
  return program.parent_path().parent_path() / "lib" / "latecomer" / ("comm-" + mpi + ".so");
}

Error unusable(const std::string& mpi, const std::string& cause) {
  return Error{fmt::format(
      "latecomer was started by the mpiexec of {}, but its module for that MPI cannot be used ({}): "
      "build latecomer with that MPI installed, or run it without mpiexec",
      mpi, cause)};
}

/// Returns null if none of the names is found; then dlerror() says why. The library is loaded globally,
/// because the module, and Open MPI's plugins, find its symbols there.
void* load_library(const std::string& mpi) {
  void* library = nullptr;
  for (const char* name : mpi_library_names(mpi)) {
    if (library == nullptr && name != nullptr) library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  }
  return library;
}

/// Loads an MPI's library and our module for it. Without a module the library is not loaded either: another's
/// functions would be taken for its own. It is never closed: MPI libraries leave threads and
/// exit handlers behind that must keep their code.
Result<MakeMpiComm*> load_module(const std::string& mpi) {
  const std::filesystem::path path = module_path(mpi);
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return Error{path.string() + " is missing"};
  if (load_library(mpi) == nullptr) return Error{dlerror()};
  void* module = dlopen(path.c_str(), RTLD_NOW);
  if (module == nullptr) return Error{dlerror()};
  void* make = dlsym(module, "latecomer_make_mpi_comm");
  if (make == nullptr) return Error{dlerror()};
  return reinterpret_cast<MakeMpiComm*>(make);
}

}  // namespace

std::optional<std::string> launching_mpi() {
  if (is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMIX_RANK")) return "openmpi";
  if (is_set("PMI_RANK") || is_set("PMI_FD")) return "mpich";
  return std::nullopt;
}

Result<std::unique_ptr<Comm>> launch_comm(size_t largest_message) {
  const std::optional<std::string> mpi = launching_mpi();
  if (!mpi) return serial_comm();
  Result<MakeMpiComm*> make = load_module(*mpi);
  if (!make) {
    if (const Result<MakeMpiComm*> standard = load_module(std::string(kStandardAbi))) make = standard;
  }
  if (!make) return unusable(*mpi, make.error().message);
  return std::unique_ptr<Comm>((*make)(largest_message));
}

}  // namespace latecomer
