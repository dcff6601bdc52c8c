// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/lanes.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "base/parallel.h"

namespace latecomer {

void Lanes::wake(size_t lane) {
  std::atomic<State>& state = lanes_[lane].state;
  for (State seen = state;;) {
    if (seen == State::woken || seen == State::worked_on_and_woken) return;
    const bool was_idle = seen == State::idle;
    if (was_idle) ++busy_;  // before anybody can be done with it
    if (state.compare_exchange_weak(seen, was_idle ? State::woken : State::worked_on_and_woken)) return;
    if (was_idle) --busy_;
  }
}

bool Lanes::begin_work(Lane& lane) {
  State woken = State::woken;
  return lane.state.compare_exchange_strong(woken, State::worked_on);
}

void Lanes::end_work(Lane& lane) {
  State not_woken = State::worked_on;
  if (lane.state.compare_exchange_strong(not_woken, State::idle))
    --busy_;
  else
    lane.state = State::woken;
}

void Lanes::run(const std::function<void(size_t)>& work) {
  const size_t concurrency = static_cast<size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  const size_t threads = std::min(concurrency, size());
  parallel_for(threads, [&](size_t thread) {
    size_t next = thread * size() / threads;
    for (size_t in_vain = 0; busy_ > 0; next = (next + 1) % size()) {
      if (begin_work(lanes_[next])) {
        work(next);
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
