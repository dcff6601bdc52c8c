// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/background_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include "base/file_content.h"
#include "base/own_path.h"

namespace latecomer::cli {

namespace {

namespace fs = std::filesystem;

/// Returns the last line of what a command has said, without the name that this program's lines begin with.
std::string last_line(const fs::path& errors) {
  const Result<std::string> content = file_content(errors.string());
  if (!content) return {};
  std::string_view text = *content;
  while (text.ends_with('\n')) text.remove_suffix(1);
  const size_t end = text.rfind('\n');
  std::string_view line = end == std::string_view::npos ? text : text.substr(end + 1);
  constexpr std::string_view kName = "latecomer: ";
  if (line.starts_with(kName)) line.remove_prefix(kName.size());
  return std::string(line);
}

/// Starts a command with the signals unblocked that this process takes by a thread of its own.
Result<pid_t> start(std::vector<std::string>& command, const fs::path& output, const fs::path& errors) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  constexpr mode_t kOwn = 0600;
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), kNew, kOwn);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), kNew, kOwn);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, words[0], &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (problem != 0) return Error{fmt::format("{}: {}", command.front(), std::strerror(problem))};
  return child;
}

/// Waits for a command's end. Its number stays its own until it cannot be killed any more.
int wait_for(pid_t child, const std::stop_token& stop) {
  siginfo_t ended{};
  std::optional<std::stop_callback<std::function<void()>>> killing;
  killing.emplace(stop, [child] { kill(child, SIGKILL); });
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  killing.reset();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::vector<std::string> own_command() {
  const fs::path program = own_path();
  std::error_code ignored;
  const bool is_started_directly = fs::equivalent("/proc/self/exe", program, ignored);
  if (is_started_directly) return {program.string()};
  // The archive that can be unpacked anywhere has another program that starts this one (start.c).
  return {program.parent_path().parent_path() / "bin" / "latecomer"};
}

Status run_in_background(std::vector<std::string> command, const fs::path& output, const fs::path& errors,
                         const std::stop_token& stop) {
  TRY(const pid_t child, start(command, output, errors));
  const int status = wait_for(child, stop);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFSIGNALED(status))
    return Error{fmt::format("{}: was ended by signal {}", command.front(), WTERMSIG(status))};
  const std::string line = last_line(errors);
  return Error{line.empty() ? fmt::format("{}: ended with {}", command.front(), WEXITSTATUS(status)) : line};
}

}  // namespace latecomer::cli
