// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace latecomer::bench {

Result<ChildUsage> run_child(const std::vector<std::string>& command, const std::string& output) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0644);
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  const int problem = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return Error{fmt::format("{}: {}", command[0], std::strerror(problem))};

  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return Error{fmt::format("{}: {}", command[0], std::strerror(errno))};
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status)) return Error{fmt::format("{}: ended by signal {}", command[0], WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0)
    return Error{fmt::format("{}: ended with status {}", command[0], WEXITSTATUS(status))};
  constexpr uint64_t kUnit = 1024;  // ru_maxrss is in kibibytes
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return ChildUsage{elapsed.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime),
                    static_cast<uint64_t>(usage.ru_maxrss) * kUnit};
}

}  // namespace latecomer::bench
