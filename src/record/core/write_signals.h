// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <errno.h>
#include <signal.h>
#include <time.h>

namespace latecomer::record {

/// Makes errors of the calling thread, EFBIG and EPIPE, while it lives, of a file that cannot grow beyond the
/// process's limit (RLIMIT_FSIZE), and of a pipe that nobody reads: no SIGXFSZ or SIGPIPE ends the program.
/// What the program does with the signals stays as it is. Others can be made to wait, too.
class WriteSignalsBlocked {
 public:
  enum class Others : bool { arrive, wait };
  explicit WriteSignalsBlocked(Others others = Others::arrive) noexcept {
    sigset_t of_writing;
    sigemptyset(&of_writing);
    sigaddset(&of_writing, SIGXFSZ);
    sigaddset(&of_writing, SIGPIPE);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, others == Others::wait ? &all : &of_writing, &before_);
    // Those that were pending before are the program's.
    sigset_t pending;
    const bool known = sigpending(&pending) == 0;
    sigemptyset(&ours_);
    for (const int signal : {SIGXFSZ, SIGPIPE})
      if (known && sigismember(&pending, signal) == 0) sigaddset(&ours_, signal);
  }
  ~WriteSignalsBlocked() noexcept {
    const int saved = errno;
    constexpr timespec kNow{};
    while (sigtimedwait(&ours_, nullptr, &kNow) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved;
  }
  WriteSignalsBlocked(const WriteSignalsBlocked&) = delete;
  WriteSignalsBlocked& operator=(const WriteSignalsBlocked&) = delete;

 private:
  sigset_t ours_;  // of those that writing raises
  sigset_t before_;
};

}  // namespace latecomer::record
