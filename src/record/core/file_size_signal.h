// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <errno.h>
#include <signal.h>
#include <time.h>

namespace latecomer::record {

/// While it lives, a file that cannot grow beyond the process's limit (RLIMIT_FSIZE) is an error, EFBIG, to
/// the calling thread, and no SIGXFSZ, which would end the program. What the program does with the signal
/// stays as it is. Other signals can be made to wait, too.
class FileSizeSignalBlocked {
 public:
  enum class Others : bool { arrive, wait };
  explicit FileSizeSignalBlocked(Others others = Others::arrive) noexcept {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, others == Others::wait ? &all : &signal_, &before_);
    sigset_t pending;
    was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
  }
  ~FileSizeSignalBlocked() noexcept {
    const int saved = errno;
    constexpr timespec kNow{};
    while (!was_pending_ && sigtimedwait(&signal_, nullptr, &kNow) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved;
  }
  FileSizeSignalBlocked(const FileSizeSignalBlocked&) = delete;
  FileSizeSignalBlocked& operator=(const FileSizeSignalBlocked&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace latecomer::record
