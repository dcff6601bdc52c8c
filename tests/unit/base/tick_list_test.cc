// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/tick_list.h"

#include <gtest/gtest.h>

#include <random>

namespace latecomer {
namespace {

/// Times with steps of any size in both directions, so that blocks of all kinds come about.
std::vector<Ticks> random_times(std::mt19937_64& random, size_t size) {
  std::vector<Ticks> times;
  int64_t time = static_cast<int64_t>(random() >> 2);
  for (size_t i = 0; i < size; ++i) {
    const uint64_t length = random() >> (random() % 500 == 0 ? random() % 64 : 40 + random() % 24);
    const bool back = random() % 50 == 0;
    time = static_cast<int64_t>(static_cast<uint64_t>(time) + (back ? ~length : length));
    times.push_back(random() % 700 == 0 ? Ticks::min() : random() % 700 == 0 ? Ticks::max() : Ticks(time));
  }
  return times;
}

TEST(TickList, GivesBackWhatWasAdded) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const std::vector<Ticks> times = random_times(random, random() % 500);
    TickList list;
    for (const Ticks each : times) list.push_back(each);
    ASSERT_EQ(list.all(), times);
  }
}

TEST(TickList, GivesBackWhatWasSet) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    std::vector<Ticks> times = random_times(random, 1 + random() % 300);
    TickList list;
    for (const Ticks each : times) list.push_back(each);
    for (const Ticks each : random_times(random, 100)) {
      const size_t i = random() % times.size();
      times[i] = each;
      list.set(i, each);
      ASSERT_EQ(list.all(), times);
    }
    for (const Ticks each : random_times(random, 100)) {
      times.push_back(each);
      list.push_back(each);
    }
    ASSERT_EQ(list.all(), times);
  }
}

TEST(TickList, CountsTimesBefore) {
  TickList list;
  EXPECT_EQ(list.count_before(Ticks(1)), 0u);
  EXPECT_EQ(list.count_until(Ticks(1)), 0u);
  for (int64_t i = 0; i < 1000; ++i) list.push_back(Ticks(i / 2 * 10));  // 0, 0, 10, 10, ...
  EXPECT_EQ(list.count_before(Ticks(0)), 0u);
  EXPECT_EQ(list.count_until(Ticks(0)), 2u);
  EXPECT_EQ(list.count_before(Ticks(1000)), 200u);
  EXPECT_EQ(list.count_until(Ticks(1000)), 202u);
  EXPECT_EQ(list.count_before(Ticks(1005)), 202u);
  EXPECT_EQ(list.count_before(Ticks::max()), 1000u);
}

TEST(TickList, CanBeUsedAgain) {
  TickList list;
  for (int64_t i = 0; i < 64; ++i) list.push_back(Ticks(i * (UINT32_MAX / 63)));
  EXPECT_EQ(list.back(), Ticks(UINT32_MAX / 63 * int64_t{63}));
  list.clear();
  EXPECT_TRUE(list.empty());
  list.push_back(Ticks(-5));
  EXPECT_EQ(list.front(), Ticks(-5));
}

}  // namespace
}  // namespace latecomer
