// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "base/result.h"

namespace latecomer::serve {

/// Limits how many bytes all answers together take until they have been sent. Any thread may use it.
class MemoryBudget {
 public:
  explicit MemoryBudget(uint64_t bytes, std::chrono::milliseconds patience = std::chrono::seconds(30))
      : bytes_(bytes), left_(bytes), patience_(patience) {}

 private:
  friend class MemoryShare;
  Status take(uint64_t bytes);
  void give_back(uint64_t bytes);

  const uint64_t bytes_;
  uint64_t left_;
  uint64_t most_taken_ = 0;  ///< Is the most that was taken since everything was free.
  const std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<uint64_t> waiting_;  ///< Has how many bytes each waiting answer wants, the first one first.
};

/// Holds what one answer takes of a budget, until this is gone.
class MemoryShare {
 public:
  /// Makes a share of no bytes.
  explicit MemoryShare(MemoryBudget& budget) : budget_(budget) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  ~MemoryShare() { shrink(0); }

  /// Takes so many bytes, once there are so many and those who asked before have theirs. An error, in a line,
  /// says that it took too long, or that it is more than the whole budget. An answer calls it once: who has
  /// some and waits for more would keep others waiting.
  Status take(uint64_t bytes);
  /// Gives back all but `bytes` bytes.
  void shrink(uint64_t bytes);

 private:
  MemoryBudget& budget_;
  uint64_t bytes_ = 0;
};

/// Gives memory that is not used back to the system.
void release_free_memory();

}  // namespace latecomer::serve
