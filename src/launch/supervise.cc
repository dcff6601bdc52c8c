// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/supervise.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace latecomer::launch {

namespace {

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

// For the signal handler.
std::atomic<pid_t> running{0};

void forward(int signal, siginfo_t* info, void*) {
  const int saved = errno;
  const bool from_terminal = info->si_code == SI_KERNEL;  // which sends it to the whole process group
  if (const pid_t child = running; child > 0 && !from_terminal) kill(child, signal);
  errno = saved;
}

// While it lives, signals are forwarded.
class Forwarding {
 public:
  Forwarding() {
    struct sigaction action {};
    action.sa_sigaction = forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < kForwarded.size(); ++i) sigaction(kForwarded[i], &action, &before_[i]);
  }
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;
  ~Forwarding() {
    running = 0;
    for (size_t i = 0; i < kForwarded.size(); ++i) sigaction(kForwarded[i], &before_[i], nullptr);
  }

 private:
  std::array<struct sigaction, kForwarded.size()> before_{};
};

}  // namespace

Result<int> run_command(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const Forwarding forwarding;
  pid_t child = 0;
  const int problem = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (problem != 0) return Error{command.front() + ": " + std::strerror(problem)};
  running = child;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Error{command.front() + ": " + std::strerror(errno)};
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace latecomer::launch
