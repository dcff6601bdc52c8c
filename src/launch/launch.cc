// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/launch.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/mpi_libraries.h"
#include "launch/command_words.h"
#include "launch/environment.h"
#include "launch/executables.h"

namespace latecomer::launch {

namespace {

struct MpiNames {
  Mpi mpi;
  std::string_view name;
  std::string_view title;
};
constexpr MpiNames kMpis[] = {{Mpi::mpich, "mpich", "MPICH"},
                              {Mpi::openmpi, "openmpi", "Open MPI"},
                              {Mpi::abi, kStandardAbi, "MPI's standard ABI"},
                              {Mpi::none, "none", "no MPI"}};

// Programs that say nothing of what they run.
constexpr std::string_view kInterpreters[] = {"sh",   "bash", "dash", "ksh",  "zsh",   "csh",
                                              "tcsh", "fish", "perl", "ruby", "julia", "R"};

bool is_interpreter(const std::string& path) {
  const std::string name = base_name(path);
  return name.starts_with("python") || std::ranges::find(kInterpreters, name) != std::end(kInterpreters);
}

// The paths of the programs that the command starts, behind its word `first`.
std::vector<std::string> programs_of(const std::vector<std::string>& command, size_t first) {
  std::vector<std::string> programs;
  const std::vector<Role> roles = roles_of(command, first);
  for (size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::program) programs.push_back(path_of_program(command, roles, i));
  }
  return programs;
}

std::optional<Mpi> launcher_of(const std::string& path) {
  const std::string name = base_name(path);
  const bool known = name.starts_with("mpi") || name.starts_with("orterun") || name.starts_with("prte");
  return known ? mpi_of_version(output_of({path, "--version"})) : std::nullopt;
}

// The first word, or one behind programs that start others, with their options and values.
void find_launcher(Launch& launch) {
  for (size_t i = 0; i < launch.command.size(); ++i) {
    const std::string path = find_executable(launch.command[i]);
    if (path.empty()) continue;
    launch.launcher = launcher_of(path);
    if (launch.launcher) launch.launcher_at = i;
    if (launch.launcher || !is_starter(path)) return;
  }
}

// The path of the first library whose name begins with one of these, in a list of the dynamic loader; empty
// if there is none.
std::string library_in(const std::string& loader_list, std::initializer_list<std::string_view> begins) {
  std::istringstream lines(loader_list);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, arrow, path, address;
    words >> name >> arrow >> path >> address;
    const std::string file = base_name(name);  // what is preloaded is listed by its path
    const bool is_it =
        std::ranges::any_of(begins, [&](std::string_view begin) { return file.starts_with(begin); });
    if (is_it && path.starts_with('/')) return path;
    if (is_it && name.starts_with('/')) return name;
  }
  return {};
}

constexpr std::string_view kLibgomp = "libgomp.so";

bool has_openmp(const ProgramKind& program) {
  return !library_in(program.libraries, {kLibgomp, "libomp.so", "libiomp5.so"}).empty();
}

std::string mpi_library_in(const std::string& loader_list) {
  return library_in(loader_list, {"libmpi_abi.so", "libmpi.so", "libmpich.so"});
}

// Where the program does not say, the one that a program of this MPI would get.
Result<std::string> library_of(Mpi mpi) {
  std::string names;
  for (const char* name : mpi_library_names(name_of(mpi))) {
    if (name == nullptr) continue;
    if (!names.empty()) names += ':';
    names += name;
  }
  const std::string library = mpi_library_in(list_libraries(names));
  if (!library.empty()) return library;
  return Error{"the library of " + std::string(title_of(mpi)) + " (" + names +
               ") is not found: say where it is with LD_LIBRARY_PATH"};
}

Error different(const std::string& program, Mpi of_program, const std::string& other, Mpi of_other) {
  return Error{program + " is linked to " + std::string(title_of(of_program)) + ", but " + other + " is of " +
               std::string(title_of(of_other)) + ": start it with " + std::string(title_of(of_program)) +
               "'s mpiexec"};
}

constexpr std::string_view kHowToChoose =
    "; if it runs MPI programs, say which MPI with --mpi mpich or --mpi openmpi";
constexpr std::string_view kOrNone = ", else --mpi none";

// Of what the dynamic loader would load nothing into.
Status require_preloading(const std::string& program, const ProgramKind& kind) {
  if (kind.has_other_rights) {
    return Error{
        program +
        " runs with rights that its caller does not have (setuid or capabilities), so nothing can be "
        "loaded into it: record as the user who has them, or a copy without them (cp)"};
  }
  if (kind.for_other_machine) {
    return Error{
        program +
        " is for another kind of processor, or has another word size (32 bits), than this latecomer, "
        "which cannot be loaded into it"};
  }
  if (kind.checks_all_memory) {
    return Error{
        program +
        " is built with -fsanitize=memory, which reports what code does that is not built so, as the "
        "recorder is not: record a program that is built without it"};
  }
  return {};
}

// Each path of the dynamic loader's list that has to come first in LD_PRELOAD.
void add_sanitizers(const std::string& loader_list, std::vector<std::string>& sanitizers) {
  std::istringstream words(loader_list);
  for (std::string word; words >> word;) {
    const bool is_new = std::ranges::find(sanitizers, word) == sanitizers.end();
    if (word.starts_with('/') && has_to_come_first(word) && is_new) sanitizers.push_back(word);
  }
}

// The MPI of one program of the command; the launch's note says if it had to be assumed.
Result<Mpi> mpi_of_program(const std::string& program, std::optional<Mpi> chosen, Launch& launch) {
  TRY(const ProgramKind kind, examine_program(program));
  TRY_STATUS(require_preloading(program, kind));
  add_sanitizers(kind.libraries, launch.sanitizers);
  const std::optional<Mpi> linked = mpi_of_libraries(kind.libraries);
  if (!library_in(kind.libraries, {kLibgomp}).empty()) launch.with_libgomp.push_back(program);
  const bool tells_nothing = kind.script || kind.unreadable;
  launch.starts_others |= tells_nothing || is_interpreter(program);
  if (linked && linked == chosen.value_or(*linked)) {
    launch.library = mpi_library_in(kind.libraries);
    return *linked;
  }
  if (chosen) return *chosen;
  const std::string what = kind.script       ? " is a script"
                           : kind.unreadable ? " cannot be read"
                                             : " is linked to neither MPICH nor Open MPI";
  const bool can_be_preloaded = tells_nothing || !kind.libraries.empty();
  if (!can_be_preloaded) return Error{program + what + " as a shared library" + std::string(kHowToChoose)};
  if (!launch.launcher && (tells_nothing || is_interpreter(program)))
    return Error{program + what + std::string(kHowToChoose) + std::string(kOrNone)};
  if (!launch.launcher) {
    launch.note = program + what + ": it is recorded without MPI" + std::string(kHowToChoose);
    return Mpi::none;
  }
  launch.note = program + what + "; assuming that it runs what uses " +
                std::string(title_of(*launch.launcher)) + ", as its launcher";
  return *launch.launcher;
}

}  // namespace

Result<std::string> llvm_openmp_library(const std::vector<std::string>& programs) {
  constexpr const char* kName = "libomp.so.5";
  const std::string library = library_in(list_libraries(kName), {kName});
  if (library.empty())
    return Error{"LLVM's OpenMP library (" + std::string(kName) +
                 ") is not found: install it (Debian: libomp5), or say where it is with LD_LIBRARY_PATH"};
  TRY(const DynamicSymbols of_library, dynamic_symbols(library));
  for (const std::string& program : programs) {
    TRY(const DynamicSymbols of_program, dynamic_symbols(program));
    for (const std::string& symbol : of_program.needed) {
      const bool is_openmp = symbol.starts_with("GOMP_") || symbol.starts_with("omp_");
      if (is_openmp && !of_library.defined.contains(symbol))
        return Error{program + " calls " + symbol + ", which " + library +
                     " does not have: leave --openmp out, or use a newer library"};
    }
  }
  return library;
}

std::string_view name_of(Mpi mpi) {
  return std::ranges::find(kMpis, mpi, &MpiNames::mpi)->name;
}
std::string_view title_of(Mpi mpi) {
  return std::ranges::find(kMpis, mpi, &MpiNames::mpi)->title;
}

std::optional<Mpi> mpi_named(std::string_view name) {
  const MpiNames* found = std::ranges::find(kMpis, name, &MpiNames::name);
  return found == std::end(kMpis) ? std::nullopt : std::optional(found->mpi);
}

std::optional<Mpi> mpi_of_libraries(std::string_view loader_list) {
  // An MPI's library of the standard ABI may itself need the one of its own.
  if (loader_list.find("libmpi_abi.so") != std::string_view::npos) return Mpi::abi;
  // MPICH and its derivatives share the ABI that is called libmpi.so.12 or libmpich.so.12; Open MPI's version
  // is higher.
  if (loader_list.find("libmpich.so") != std::string_view::npos) return Mpi::mpich;
  if (loader_list.find("libmpi.so.12") != std::string_view::npos) return Mpi::mpich;
  if (loader_list.find("libmpi.so") != std::string_view::npos) return Mpi::openmpi;
  return std::nullopt;
}

std::optional<Mpi> mpi_of_version(std::string_view version) {
  for (const std::string_view word : {"Open MPI", "OpenRTE", "PRRTE"}) {
    if (version.find(word) != std::string_view::npos) return Mpi::openmpi;
  }
  for (const std::string_view word : {"HYDRA", "MPICH", "Hydra"}) {
    if (version.find(word) != std::string_view::npos) return Mpi::mpich;
  }
  return std::nullopt;
}

Result<Launch> examine_command(const std::vector<std::string>& command, std::optional<Mpi> chosen) {
  const std::string first = find_executable(command.front());
  if (first.empty()) return Error{command.front() + ": no such program"};
  Launch launch;
  launch.command = command;
  find_launcher(launch);
  if (launch.launcher) {
    launch.command = with_file_read(command, launch.launcher_at).value_or(command);
  }
  std::vector<std::string> programs = programs_of(launch.command, launch.launcher_at);
  if (!launch.launcher) {
    const Result<ProgramKind> kind = examine_program(first);
    if (kind) TRY_STATUS(require_preloading(first, *kind));
    // What a program is called with can be the name of another one: `./app test`.
    launch.direct = programs.empty() || (kind && (mpi_of_libraries(kind->libraries) || has_openmp(*kind)));
    if (launch.direct) programs = {first};
  }
  if (programs.empty())
    return Error{command.front() + " gets no program to start that exists and is executable"};

  std::optional<Mpi> common;
  for (const std::string& program : programs) {
    TRY(const Mpi mpi, mpi_of_program(program, chosen, launch));
    if (launch.launcher && mpi != Mpi::none && mpi != Mpi::abi && mpi != *launch.launcher)
      return different(program, mpi, command[launch.launcher_at], *launch.launcher);
    if (common && mpi != *common) return different(program, mpi, programs.front(), *common);
    common = mpi;
  }
  launch.mpi = *common;
  if (launch.library.empty() && launch.mpi != Mpi::none) {
    TRY(launch.library, library_of(launch.mpi));
  }
  return launch;
}

}  // namespace latecomer::launch
