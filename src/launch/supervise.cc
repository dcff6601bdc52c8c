// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "launch/supervise.h"

#include <signal.h>
#include <spawn.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "launch/executables.h"

namespace latecomer::launch {

namespace {

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

// For the signal handlers.
std::atomic<pid_t> running{0};
std::atomic<bool> timed_out{false};

void forward(int signal, siginfo_t* info, void*) {
  const int saved = errno;
  const bool from_terminal = info->si_code == SI_KERNEL;  // which sends it to the whole process group
  if (const pid_t child = running; child > 0 && !from_terminal) kill(child, signal);
  errno = saved;
}

// The command's time is up, or so is what it got for its end.
void end_command(int) {
  const int saved = errno;
  if (const pid_t child = running; child > 0) kill(child, timed_out ? SIGKILL : SIGTERM);
  if (!timed_out.exchange(true)) alarm(static_cast<unsigned>(kGrace.count()));
  errno = saved;
}

// While it lives, the running command's time is limited.
class TimeLimit {
 public:
  explicit TimeLimit(std::chrono::nanoseconds most) {
    timed_out = false;
    struct sigaction action {};
    action.sa_handler = end_command;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &before_);
    constexpr int64_t kMicrosecond = 1000;
    constexpr int64_t kSecond = 1'000'000;  // microseconds
    const int64_t microseconds = (most.count() + kMicrosecond - 1) / kMicrosecond;
    const itimerval limit{{0, 0}, {microseconds / kSecond, microseconds % kSecond}};
    setitimer(ITIMER_REAL, &limit, nullptr);  // of zero: never
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;
  ~TimeLimit() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ {};
};

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

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string_view name_in(std::string_view assignment) {
  return assignment.substr(0, assignment.find('='));
}

// Does what `env` does with the assignments behind it, for systems that have no such program: takes both off
// the command, and returns the environment for it.
std::vector<std::string> take_environment(std::vector<std::string>& command) {
  std::vector<std::string> environment;
  for (char** each = environ; *each != nullptr; ++each) environment.emplace_back(*each);
  if (command.front() != "env" || !find_executable("env").empty()) return environment;
  command.erase(command.begin());
  while (!command.empty() && command.front().find('=') != std::string::npos) {
    const std::string& assignment = command.front();
    std::erase_if(environment, [&](const std::string& each) { return name_in(each) == name_in(assignment); });
    environment.push_back(assignment);
    command.erase(command.begin());
  }
  return environment;
}

}  // namespace

Result<CommandEnd> run_command(std::vector<std::string> command, std::chrono::nanoseconds most) {
  const std::vector<std::string> environment = take_environment(command);
  if (command.empty()) return Error{"there is no command to run"};
  const std::vector<char*> arguments = pointers_to(command);

  const Forwarding forwarding;
  pid_t child = 0;
  const int problem =
      posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), pointers_to(environment).data());
  if (problem != 0) return Error{command.front() + ": " + std::strerror(problem)};
  running = child;
  const TimeLimit limit(most);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Error{command.front() + ": " + std::strerror(errno)};
  }
  return CommandEnd{WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), timed_out};
}

}  // namespace latecomer::launch
