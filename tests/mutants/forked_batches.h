// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace latecomer {

/// A number that the environment may set.
inline uint64_t number_from_environment(const char* variable, uint64_t otherwise) {
  const char* value = std::getenv(variable);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

/// Tries cases in processes of their own, a part of them in each, so that one that crashes, hangs or takes
/// all memory is found and named, and the others go on.
class ForkedBatches {
 public:
  /// What a case did wrong; empty if nothing.
  using Try = std::function<std::string(uint64_t number)>;
  /// Makes what a process needs for its cases; called once in each.
  using Begin = std::function<Try(int process)>;

  /// Tries the cases from `first` on. `name` says in a failure what a number stands for.
  static void run(uint64_t first, uint64_t count, const Begin& begin,
                  const std::function<std::string(uint64_t)>& name) {
    const int processes = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    std::vector<ForkedBatches> batches;
    for (int p = 0; p < processes; ++p) {
      const uint64_t from = first + count * static_cast<uint64_t>(p) / static_cast<uint64_t>(processes);
      const uint64_t to = first + count * static_cast<uint64_t>(p + 1) / static_cast<uint64_t>(processes);
      batches.push_back(ForkedBatches(p, from, to));
    }
    for (ForkedBatches& batch : batches) batch.start(begin);
    constexpr int kMostFailures = 20;
    int failures = 0;
    for (ForkedBatches& batch : batches) {
      while (batch.waits_for_failure()) {
        ADD_FAILURE() << name(batch.failed()) << ": " << batch.problem();
        if (++failures < kMostFailures) batch.start(begin);
      }
    }
  }

 private:
  /// Shared with the process.
  struct Progress {
    uint64_t next;
    char problem[1024];
  };

  ForkedBatches(int process, uint64_t from, uint64_t to) : process_(process), to_(to) {
    void* const shared =
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    progress_ = static_cast<Progress*>(shared);
    progress_->next = from;
  }

  void start(const Begin& begin) {
    progress_->problem[0] = '\0';
    child_ = fork();
    if (child_ != 0) return;
    const bool is_fine = tries_all(begin);
    std::fflush(nullptr);
    std::_Exit(is_fine ? 0 : 1);
  }

  /// In the process.
  bool tries_all(const Begin& begin) {
#ifndef __SANITIZE_ADDRESS__
    constexpr rlim_t kMostMemory = rlim_t{4} << 30U;
    const rlimit memory = {kMostMemory, kMostMemory};
    setrlimit(RLIMIT_AS, &memory);
#endif
    const Try try_case = begin(process_);
    for (; progress_->next < to_; ++progress_->next) {
      constexpr unsigned kMostSeconds = 60;
      alarm(kMostSeconds);
      std::string problem;
      try {
        problem = try_case(progress_->next);
      } catch (const std::exception& exception) {
        problem = std::string("exception: ") + exception.what();
      }
      if (problem.empty()) continue;
      std::snprintf(progress_->problem, sizeof(progress_->problem), "%s", problem.c_str());
      return false;
    }
    return true;
  }

  /// False once all are done. After a failure the process can be started again, and goes on after it.
  bool waits_for_failure() {
    if (child_ < 0) return false;
    waitpid(child_, &status_, 0);
    child_ = -1;
    if (WIFEXITED(status_) && WEXITSTATUS(status_) == 0) return false;
    ++progress_->next;
    return true;
  }

  uint64_t failed() const {
    return progress_->next - 1;
  }
  std::string problem() const {
    if (progress_->problem[0] != '\0') return progress_->problem;
    if (WIFSIGNALED(status_))
      return WTERMSIG(status_) == SIGALRM ? "hangs" : "ends by signal " + std::to_string(WTERMSIG(status_));
    return "ends with exit code " + std::to_string(WEXITSTATUS(status_));
  }

  int process_;
  uint64_t to_;
  Progress* progress_;
  pid_t child_ = -1;
  int status_ = 0;
};

}  // namespace latecomer
