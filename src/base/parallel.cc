// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/parallel.h"

#include <vector>

#ifdef __SANITIZE_THREAD__
#include <oneapi/tbb/global_control.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#else
#include <oneapi/tbb/parallel_for.h>
#endif

namespace latecomer {

#ifndef __SANITIZE_THREAD__
void parallel_for(size_t count, const std::function<void(size_t)>& body) {
  oneapi::tbb::parallel_for(size_t{0}, count, [&](size_t i) { body(i); });
}
#else
// For the thread sanitizer, threads of our own: TBB synchronizes inside its library, where the sanitizer does
// not look, so that it would take every loop for a race.
void parallel_for(size_t count, const std::function<void(size_t)>& body) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr problem;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) body(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
    }
  };
  using oneapi::tbb::global_control;
  const size_t threads = global_control::active_value(global_control::max_allowed_parallelism);
  {
    std::vector<std::jthread> helpers;
    for (size_t i = 1; i < threads && i < count; ++i) helpers.emplace_back(work);
    work();
  }
  if (problem != nullptr) std::rethrow_exception(problem);
}
#endif

Status try_parallel_for(size_t count, const std::function<Status(size_t)>& body) {
  std::vector<Status> statuses(count);
  parallel_for(count, [&](size_t i) { statuses[i] = body(i); });
  for (const Status& status : statuses) TRY_STATUS(status);
  return {};
}

}  // namespace latecomer
