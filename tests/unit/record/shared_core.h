// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace latecomer::record {

/// Keeps the calling thread, while it lives, on the core that it has, where another process computes, too.
class SharedCore {
 public:
  SharedCore() {
    sched_getaffinity(0, sizeof(all_), &all_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<size_t>(sched_getcpu()), &one);
    sched_setaffinity(0, sizeof(one), &one);
    other_ = fork();
    if (other_ == 0)
      while (true) {
      }
  }
  SharedCore(const SharedCore&) = delete;
  SharedCore& operator=(const SharedCore&) = delete;
  ~SharedCore() {
    kill(other_, SIGKILL);
    waitpid(other_, nullptr, 0);
    sched_setaffinity(0, sizeof(all_), &all_);
  }

 private:
  cpu_set_t all_;
  pid_t other_ = 0;
};

}  // namespace latecomer::record
