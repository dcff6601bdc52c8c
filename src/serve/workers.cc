// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/workers.h"

#include <utility>

namespace latecomer::serve {

Workers::Workers(size_t threads) {
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

bool Workers::submit(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  if (is_finishing_) return false;
  jobs_.push_back(std::move(job));
  changed_.notify_one();
  return true;
}

void Workers::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_finishing_ = true;
    changed_.notify_all();
  }
  for (std::thread& each : threads_) each.join();
  threads_.clear();
}

void Workers::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !jobs_.empty() || is_finishing_; });
    if (jobs_.empty()) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
  }
}

}  // namespace latecomer::serve
