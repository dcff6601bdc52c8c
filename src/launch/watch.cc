// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/watch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file_content.h"
#include "base/mpi_libraries.h"
#include "launch/command_words.h"
#include "launch/executables.h"

namespace latecomer::launch {

namespace {

std::string directory_of(pid_t process) {
  return "/proc/" + std::to_string(process) + "/";
}

// Empty if the process is gone.
std::string content_of(const std::string& path) {
  const Result<std::string> content = file_content(path);
  return content ? *content : std::string();
}

// Launchers, and what they start on each node: a tool that is preloaded may bring MPI into them.
bool starts_ranks(const std::string& program) {
  constexpr std::array<std::string_view, 8> kBegins = {"mpiexec", "mpirun", "hydra_", "orte",
                                                       "prte",    "srun",   "slurm",  "jsrun"};
  const std::string name = base_name(program);
  return std::ranges::any_of(kBegins, [&](std::string_view begin) { return name.starts_with(begin); });
}

std::string canonical(const std::string& path) {
  std::error_code problem;
  return std::filesystem::canonical(path, problem).string();
}

// Empty if the process is gone.
std::string program_of(pid_t process) {
  std::error_code gone;
  return std::filesystem::read_symlink(directory_of(process) + "exe", gone).string();
}

// The number behind the program's name, which can have any characters, and the process's state.
pid_t parent_of(pid_t process) {
  const std::string state = content_of(directory_of(process) + "stat");
  std::istringstream behind_name(state.substr(std::min(state.rfind(')'), state.size() - 1) + 1));
  char letter = 0;
  pid_t parent = 0;
  behind_name >> letter >> parent;
  return parent;
}

std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  std::error_code problem;
  for (const std::filesystem::directory_entry& entry :
       std::filesystem::directory_iterator("/proc", problem)) {
    const std::string name = entry.path().filename().string();
    if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) continue;
    const auto process = static_cast<pid_t>(std::stol(name));
    children.emplace(parent_of(process), process);
  }
  return children;
}

// All that descend from the process, without itself.
std::vector<pid_t> descendants_of(pid_t process) {
  const std::multimap<pid_t, pid_t> children = children_of_all();
  std::vector<pid_t> found = {process};
  for (size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i]);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

// What is mapped: at least the C library, if the process's program has been loaded as far as that.
struct Mapped {
  bool recorder = false;
  bool mpi = false;
  bool c_library = false;
};

Mapped read_maps(const std::string& maps, const std::string& recorder) {
  Mapped mapped;
  const std::string recorder_file = base_name(recorder);
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    const size_t path_at = line.find('/');
    if (path_at == std::string::npos) continue;
    const std::string path = line.substr(path_at);
    const std::string file = base_name(path);
    mapped.recorder |= file == recorder_file;
    mapped.mpi |= is_mpi_library(path);
    mapped.c_library |= file.starts_with("libc.so") || file.starts_with("libc-2");
  }
  return mapped;
}

std::optional<std::string> variable_in(const std::string& environment, std::string_view name) {
  std::istringstream variables(environment);
  for (std::string variable; std::getline(variables, variable, '\0');) {
    if (variable.starts_with(std::string(name) + "=")) return variable.substr(name.size() + 1);
  }
  return std::nullopt;
}

}  // namespace

// The recorder is mapped before the libraries of MPI and C, so one of these without it is never a matter of
// the moment at which the process was looked at.
std::string why_not_recorded(const std::string& maps, const std::string& environment,
                             const std::string& recorder, bool of_mpi) {
  const Mapped mapped = read_maps(maps, recorder);
  const std::string hand_on = "; hand on LD_PRELOAD and the variables that begin with LATECOMER_";
  if (mapped.recorder) {
    if (variable_in(environment, "LATECOMER_ARCHIVE_DIR")) return {};
    return "what started it took the variables that begin with LATECOMER_ away; hand them on";
  }
  if (!(of_mpi ? mapped.mpi : mapped.c_library) || environment.empty()) return {};
  const std::optional<std::string> preload = variable_in(environment, "LD_PRELOAD");
  if (!preload) return "what started it took LD_PRELOAD away" + hand_on;
  if (preload->find(recorder) == std::string::npos)
    return "what started it set LD_PRELOAD=" + *preload + "; add to it instead: LD_PRELOAD=" + *preload +
           (preload->empty() ? "" : ":") + "$LD_PRELOAD";
  return "the dynamic loader could not load " + recorder +
         " into it, or did not because it has other rights than its caller";
}

Watch::Watch(std::string recorder, bool of_mpi, std::function<void(const std::string&)> say)
    : recorder_(std::move(recorder)),
      of_mpi_(of_mpi),
      say_(std::move(say)),
      env_(canonical(find_executable("env"))),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Watch::~Watch() {
  end();
}

bool Watch::end() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  return has_said_;
}

void Watch::run(const std::stop_token& stop) {
  using std::chrono::steady_clock;
  constexpr steady_clock::duration kShortest = std::chrono::milliseconds(5);
  constexpr steady_clock::duration kLongest = std::chrono::seconds(10);
  constexpr int kPart = 8;
  const steady_clock::time_point begin = steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested() && !has_said_) {
    const steady_clock::duration passed = steady_clock::now() - begin;
    wake_.wait_for(lock, stop, std::clamp(passed / kPart, kShortest, kLongest), [] { return false; });
    if (!stop.stop_requested()) look();
  }
}

void Watch::look() {
  for (const pid_t process : descendants_of(getpid())) {
    if (!has_said_) look_at(process);
  }
}

void Watch::look_at(pid_t process) {
  const std::string program = program_of(process);
  if (program.empty() || recorded_[process] == program || starts_ranks(program)) return;
  if (program == env_ && parent_of(process) == getpid()) return;  // it is about to set the variables
  const std::string maps = content_of(directory_of(process) + "maps");
  const std::string environment = content_of(directory_of(process) + "environ");
  if (program_of(process) != program) return;  // it began another one meanwhile
  const std::string why = why_not_recorded(maps, environment, recorder_, of_mpi_);
  if (!why.empty()) {
    say_("process " + std::to_string(process) + " (" + base_name(program) + ")" +
         (of_mpi_ ? " uses MPI, but" : "") + " is not recorded: " + why);
    has_said_ = true;
  } else if (read_maps(maps, recorder_).recorder) {
    recorded_[process] = program;
  }
}

}  // namespace latecomer::launch
