// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "base/shared_lines.h"

namespace latecomer {

/// Work in lanes that give each other more to do: nobody knows before when which lane can go on. Each is
/// worked on by one thread at a time, and whoever has none takes any that was woken. So all is done however
/// many threads there are.
class Lanes {
 public:
  explicit Lanes(size_t count) : lanes_(count) {}

  size_t size() const { return lanes_.size(); }

  /// There is something to do for a lane. By any lane that is worked on, or before `run`.
  void wake(size_t lane);
  /// Calls `work(lane)` for lanes that were woken, on the threads of the calling task arena. Returns when no
  /// lane has anything to do.
  void run(const std::function<void(size_t)>& work);

 private:
  enum class State : uint8_t { idle, woken, worked_on, worked_on_and_woken };

  struct alignas(kSharedLines) Lane {
    std::atomic<State> state = State::idle;
  };

  /// False if there is nothing to do for it, or somebody does.
  bool begin_work(Lane& lane);
  void end_work(Lane& lane);

  std::vector<Lane> lanes_;
  std::atomic<size_t> busy_ = 0;  ///< lanes that are not idle: only these can wake others
};

/// What others have for a lane.
template <class Letter>
class Inbox {
 public:
  /// Takes the letters away. By any thread.
  void put(std::vector<Letter>& letters) {
    {
      const std::lock_guard lock(mutex_);
      letters_.insert(letters_.end(), letters.begin(), letters.end());
    }
    letters.clear();
  }
  std::vector<Letter> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(letters_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Letter> letters_;
};

}  // namespace latecomer
