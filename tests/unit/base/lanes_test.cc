// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/lanes.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <vector>

namespace latecomer {
namespace {

/// A letter that goes to the next lane as often as this.
struct Hops {
  size_t left;
};

class LanesTest : public testing::TestWithParam<int> {
 protected:
  /// On the threads of the parameter.
  template <class Body>
  void on_threads(const Body& body) {
    using oneapi::tbb::global_control;
    const global_control more_than_cores(global_control::max_allowed_parallelism, 4);
    oneapi::tbb::task_arena(GetParam()).execute(body);
  }
};

/// Each letter is taken once by each lane that it comes to, one thread at a time in each lane.
TEST_P(LanesTest, EveryLetterArrivesOnceAndRunReturnsWhenNoneIsLeft) {
  constexpr size_t kLanes = 5;
  constexpr size_t kLetters = 40;
  constexpr size_t kHops = 503;
  Lanes lanes(kLanes);
  std::vector<Inbox<Hops>> inboxes(kLanes);
  const auto send = [&](size_t lane, std::vector<Hops> letters) {
    inboxes[lane].put(letters);
    EXPECT_TRUE(letters.empty());
    lanes.wake(lane);
  };
  std::vector<size_t> taken(kLanes);  // not atomic: a lane's is its own
  std::vector<std::atomic<int>> inside(kLanes);
  for (size_t i = 0; i < kLetters; ++i) send(i % kLanes, {{kHops}});
  on_threads([&] {
    lanes.run([&](size_t lane) {
      EXPECT_EQ(++inside[lane], 1);
      for (const Hops& letter : inboxes[lane].take()) {
        ++taken[lane];
        if (letter.left > 0) send((lane + 1) % kLanes, {{letter.left - 1}});
      }
      --inside[lane];
    });
  });
  size_t all = 0;
  for (const size_t each : taken) all += each;
  EXPECT_EQ(all, kLetters * (kHops + 1));
  // The hops of a letter go round the lanes, 8 letters begin in each lane: 504 = 100 * 5 + 4.
  for (const size_t each : taken) EXPECT_EQ(each, 8 * (kHops + 1));
}

TEST_P(LanesTest, AreWokenBeforeAndByThemselves) {
  Lanes lanes(3);
  std::vector<int> visits(3);
  lanes.wake(0);
  lanes.wake(0);  // is awake already
  lanes.wake(2);
  on_threads([&] {
    lanes.run([&](size_t lane) {
      if (++visits[lane] == 1 && lane == 2) lanes.wake(2);
    });
  });
  EXPECT_EQ(visits, (std::vector{1, 0, 2}));
}

TEST_P(LanesTest, NothingToDo) {
  Lanes lanes(2);
  on_threads([&] { lanes.run([](size_t) { FAIL(); }); });
}

INSTANTIATE_TEST_SUITE_P(Threads, LanesTest, testing::Values(1, 2, 4));

}  // namespace
}  // namespace latecomer
