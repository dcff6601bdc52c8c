// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace latecomer {

/// Work in lanes that give each other more to do, by letters: nobody knows before when which lane can go on.
/// Each is worked on by one thread at a time, and whoever has none takes any that has something to do. So all
/// is done however many threads there are.
template <class Letter>
class Lanes {
 public:
  explicit Lanes(size_t count) : lanes_(count) {}

  size_t size() const { return lanes_.size(); }

  /// Has something to do for a lane, even if no letter says what.
  void wake(size_t lane);
  /// The same with letters, which are taken away. By any lane that is worked on, or before `run`.
  void send(size_t lane, std::vector<Letter>& letters);
  /// Calls `work(lane, letters)` for lanes that were woken, with what was sent to them since the last time,
  /// on the threads of the calling task arena. Returns when no lane has anything to do.
  template <class Work>
  void run(const Work& work);

 private:
  enum class State : uint8_t { idle, woken, worked_on, worked_on_and_woken };

  struct alignas(128) Lane {  // as far from the next one as processors fetch together
    std::atomic<State> state = State::idle;
    std::mutex mutex;
    std::vector<Letter> inbox;
  };

  std::vector<Letter> take_letters(Lane& lane);
  /// False if there is nothing to do for it, or somebody does.
  bool begin_work(Lane& lane);
  void end_work(Lane& lane);

  std::vector<Lane> lanes_;
  std::atomic<size_t> busy_ = 0;  ///< lanes that are not idle: only these can wake others
};

template <class Letter>
void Lanes<Letter>::wake(size_t lane) {
  std::atomic<State>& state = lanes_[lane].state;
  for (State seen = state;;) {
    if (seen == State::woken || seen == State::worked_on_and_woken) return;
    const bool was_idle = seen == State::idle;
    if (was_idle) ++busy_;  // before anybody can be done with it
    if (state.compare_exchange_weak(seen, was_idle ? State::woken : State::worked_on_and_woken)) return;
    if (was_idle) --busy_;
  }
}

template <class Letter>
void Lanes<Letter>::send(size_t lane, std::vector<Letter>& letters) {
  {
    const std::lock_guard lock(lanes_[lane].mutex);
    std::vector<Letter>& inbox = lanes_[lane].inbox;
    inbox.insert(inbox.end(), letters.begin(), letters.end());
  }
  letters.clear();
  wake(lane);
}

template <class Letter>
std::vector<Letter> Lanes<Letter>::take_letters(Lane& lane) {
  const std::lock_guard lock(lane.mutex);
  return std::exchange(lane.inbox, {});
}

template <class Letter>
bool Lanes<Letter>::begin_work(Lane& lane) {
  State woken = State::woken;
  return lane.state.compare_exchange_strong(woken, State::worked_on);
}

template <class Letter>
void Lanes<Letter>::end_work(Lane& lane) {
  State not_woken = State::worked_on;
  if (lane.state.compare_exchange_strong(not_woken, State::idle))
    --busy_;
  else
    lane.state = State::woken;
}

template <class Letter>
template <class Work>
void Lanes<Letter>::run(const Work& work) {
  const size_t concurrency = static_cast<size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  const size_t threads = std::min(concurrency, size());
  parallel_for(threads, [&](size_t thread) {
    size_t next = thread * size() / threads;
    for (size_t in_vain = 0; busy_ > 0; next = (next + 1) % size()) {
      if (begin_work(lanes_[next])) {
        work(next, take_letters(lanes_[next]));
        end_work(lanes_[next]);
        in_vain = 0;
      } else if (++in_vain >= size()) {
        std::this_thread::yield();
        in_vain = 0;
      }
    }
  });
}

}  // namespace latecomer
