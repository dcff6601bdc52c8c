// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace latecomer::serve {

/// Holds threads that do what they are given, in that order.
class Workers {
 public:
  explicit Workers(size_t threads);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { finish(); }

  /// Returns whether the job will be done: after `finish` it is not.
  bool submit(std::function<void()> job);
  /// Waits until all jobs are done.
  void finish();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool is_finishing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace latecomer::serve
