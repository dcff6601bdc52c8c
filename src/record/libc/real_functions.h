// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace latecomer::record {

/// Looks up all functions of `real`. That takes the loader's lock, so it happens when the recorder is loaded,
/// or where a library's constructor comes first, at the first call: before there is a second thread, which
/// could wait for that lock for ever.
void find_real_functions() noexcept;

/// Is a function that the program would call without the recorder.
template <class Function>
class RealFunction {
 public:
  template <class... Arguments>
  auto operator()(Arguments... arguments) {
    if (function_.load(std::memory_order_relaxed) == nullptr) [[unlikely]]
      find_real_functions();
    return function_.load(std::memory_order_relaxed)(arguments...);
  }
  void set(void* found) noexcept {
    function_.store(reinterpret_cast<Function*>(found), std::memory_order_relaxed);
  }

 private:
  std::atomic<Function*> function_{nullptr};
};

struct RealFunctions {
#define REAL_FUNCTION(here, name, version, ...) RealFunction<__VA_ARGS__> here;
#include "record/libc/real_functions.def"
#undef REAL_FUNCTION
};
extern constinit RealFunctions real;

}  // namespace latecomer::record
