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
#include "launch/executables.h"

namespace latecomer::launch {

namespace {

struct MpiNames {
  Mpi mpi;
  std::string_view name;
  std::string_view title;
};
constexpr MpiNames kMpis[] = {
    {Mpi::mpich, "mpich", "MPICH"}, {Mpi::openmpi, "openmpi", "Open MPI"}, {Mpi::none, "none", "no MPI"}};

// Launchers' options whose values could be mistaken for a program, and how many values they have.
struct OptionValues {
  std::string_view option;
  size_t values;
};
constexpr OptionValues kOptions[] = {{"-x", 1},
                                     {"-genv", 2},
                                     {"-env", 2},
                                     {"-genvlist", 1},
                                     {"-envlist", 1},
                                     {"-mca", 2},
                                     {"-gmca", 2},
                                     {"-host", 1},
                                     {"-hosts", 1},
                                     {"-H", 1},
                                     {"-launcher", 1},
                                     {"-rmk", 1},
                                     {"-bind-to", 1},
                                     {"-map-by", 1},
                                     {"-rank-by", 1},
                                     {"-wdir", 1},
                                     {"-wd", 1},
                                     {"-path", 1},
                                     {"-hostfile", 1},
                                     {"-f", 1},
                                     {"-machinefile", 1},
                                     {"-np", 1},
                                     {"-n", 1},
                                     {"-c", 1},
                                     {"-prefix", 1},
                                     {"-launcher-exec", 1},
                                     {"-output-filename", 1},
                                     {"-iface", 1},
                                     {"-profile", 1}};

// Programs that start the program that follows them.
constexpr std::string_view kStarters[] = {"env",     "nice",   "time",    "numactl", "taskset",
                                          "setarch", "stdbuf", "timeout", "ionice",  "chrt"};

// Programs that tell nothing of what they run.
constexpr std::string_view kInterpreters[] = {"sh",   "bash", "dash", "ksh",  "zsh",   "csh",
                                              "tcsh", "fish", "perl", "ruby", "julia", "R"};

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

size_t values_of(std::string_view option) {
  if (option.starts_with("--")) option.remove_prefix(1);
  const OptionValues* found = std::ranges::find(kOptions, option, &OptionValues::option);
  return found == std::end(kOptions) ? 0 : found->values;
}

bool is_starter(const std::string& word) {
  return std::ranges::find(kStarters, base_name(word)) != std::end(kStarters);
}

bool is_interpreter(const std::string& path) {
  const std::string name = base_name(path);
  return name.starts_with("python") || std::ranges::find(kInterpreters, name) != std::end(kInterpreters);
}

// The programs that a launcher's command line starts: of each part between colons, the first word that is an
// executable.
std::vector<std::string> programs_of(const std::vector<std::string>& command, size_t launcher_at) {
  std::vector<std::string> programs;
  bool found = false;
  for (size_t i = launcher_at + 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == ":") {
      found = false;
    } else if (!found && word.starts_with('-')) {
      i += values_of(word);
    } else if (!found && !is_starter(word)) {
      const std::string path = find_executable(word);
      found = !path.empty();
      if (found) programs.push_back(path);
    }
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
  return library_in(loader_list, {"libmpi.so", "libmpich.so"});
}

// Where the program does not tell, the one that a program of this MPI would get.
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

// The MPI of one program of the command; the launch's note says if it had to be assumed.
Result<Mpi> mpi_of_program(const std::string& program, std::optional<Mpi> chosen, Launch& launch) {
  TRY(const ProgramKind kind, examine_program(program));
  const std::optional<Mpi> linked = mpi_of_libraries(kind.libraries);
  if (!library_in(kind.libraries, {kLibgomp}).empty()) launch.with_libgomp.push_back(program);
  launch.starts_others |= kind.script || is_interpreter(program);
  if (linked && linked == chosen.value_or(*linked)) {
    launch.library = mpi_library_in(kind.libraries);
    return *linked;
  }
  if (chosen) return *chosen;
  const std::string what = kind.script ? " is a script" : " is linked to neither MPICH nor Open MPI";
  const bool can_be_preloaded = kind.script || !kind.libraries.empty();
  if (!can_be_preloaded) return Error{program + what + " as a shared library" + std::string(kHowToChoose)};
  if (!launch.launcher && (kind.script || is_interpreter(program)))
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
  std::vector<std::string> programs = programs_of(command, launch.launcher_at);
  if (!launch.launcher) {
    const Result<ProgramKind> kind = examine_program(first);
    // What a program is called with can be the name of another one: `./app test`.
    launch.direct = programs.empty() || (kind && (mpi_of_libraries(kind->libraries) || has_openmp(*kind)));
    if (launch.direct) programs = {first};
  }
  if (programs.empty())
    return Error{command.front() + " gets no program to start that exists and is executable"};

  std::optional<Mpi> common;
  for (const std::string& program : programs) {
    TRY(const Mpi mpi, mpi_of_program(program, chosen, launch));
    if (launch.launcher && mpi != Mpi::none && mpi != *launch.launcher)
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

std::vector<std::string> command_with(const Launch& launch, const std::vector<Variable>& variables) {
  std::vector<std::string> options;
  for (const Variable& variable : variables) {
    const std::string assignment = variable.name + "=" + variable.value;
    if (!launch.launcher) {
      options.push_back(assignment);
    } else if (*launch.launcher == Mpi::openmpi) {
      options.insert(options.end(), {"-x", assignment});
    } else {
      options.insert(options.end(), {"-genv", variable.name, variable.value});
    }
  }

  std::vector<std::string> result;
  if (!launch.launcher) {
    result = {"env"};
    std::ranges::copy(options, std::back_inserter(result));
    std::ranges::copy(launch.command, std::back_inserter(result));
    return result;
  }
  // Open MPI's option is for one part of the command line; MPICH's, at the first place only, for all.
  const bool per_part = *launch.launcher == Mpi::openmpi;
  for (size_t i = 0; i < launch.command.size(); ++i) {
    result.push_back(launch.command[i]);
    if (i == launch.launcher_at || (per_part && launch.command[i] == ":"))
      std::ranges::copy(options, std::back_inserter(result));
  }
  return result;
}

}  // namespace latecomer::launch
