// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/activity_level.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace latecomer::store {
namespace {

using report::CallPathId;

constexpr size_t kA = 0;
constexpr size_t kB = 1;
constexpr size_t kC = 2;

void add(ActivityLevel& level, size_t path, int64_t begin, int64_t end) {
  level.add(CallPathId(path), Ticks(begin), Ticks(end));
}

Activity row(int64_t begin, int64_t end, size_t path, uint32_t count, uint8_t share) {
  return {Ticks(begin), Ticks(end), CallPathId(path), count, share};
}

std::vector<Activity> rows(ActivityLevel& level) {
  level.finish();
  return {level.rows().begin(), level.rows().end()};
}

TEST(ActivityLevel, KeepsEveryActivityAtTheFinestResolution) {
  ActivityLevel level;
  add(level, kA, 0, 1);
  add(level, kB, 1, 2);
  add(level, kA, 4, 9);
  EXPECT_EQ(rows(level), (std::vector{row(0, 1, kA, 1, 255), row(1, 2, kB, 1, 255), row(4, 9, kA, 1, 255)}));
}

// Of what follows at once on the same path it is not known that it is another call.
TEST(ActivityLevel, WhatGoesOnIsOneActivity) {
  ActivityLevel level;
  add(level, kA, 0, 3);
  add(level, kA, 3, 5);
  add(level, kA, 5, 5);
  EXPECT_EQ(rows(level), (std::vector{row(0, 5, kA, 1, 255)}));
}

// Within 0..8: a 2, b 3, a 2 are one row, of which a has 4 of 7: 145 of 255. c is long. What begins in 24..32
// after it is the next one, all of it on b.
TEST(ActivityLevel, TakesShortActivitiesTogether) {
  ActivityLevel level(Ticks(8));
  add(level, kA, 0, 2);
  add(level, kB, 2, 5);
  add(level, kA, 5, 7);
  add(level, kC, 7, 25);
  add(level, kB, 25, 27);
  add(level, kB, 28, 30);
  EXPECT_EQ(rows(level),
            (std::vector{row(0, 7, kA, 3, 145), row(7, 25, kC, 1, 255), row(25, 30, kB, 2, 204)}));
}

// 0..8 and 8..16 are apart, although nothing lies between them.
TEST(ActivityLevel, ARowBeginsWithinOneMultipleOfTheResolution) {
  ActivityLevel level(Ticks(8));
  for (int64_t i = 0; i < 8; ++i) add(level, i % 2 == 0 ? kA : kB, 2 * i, 2 * i + 2);
  EXPECT_EQ(rows(level), (std::vector{row(0, 8, kA, 4, 127), row(8, 16, kA, 4, 127)}));
}

// Times before zero are in multiples of the resolution as well: -8..0.
TEST(ActivityLevel, TimesCanBeNegative) {
  ActivityLevel level(Ticks(8));
  add(level, kA, -3, -1);
  add(level, kB, -1, 2);
  add(level, kA, 2, 3);
  EXPECT_EQ(rows(level), (std::vector{row(-3, 2, kB, 2, 153), row(2, 3, kA, 1, 255)}));
}

TEST(ActivityLevel, BecomesCoarserWhereThereAreTooManyRows) {
  ActivityLevel level(Ticks(1), 100);
  for (int64_t i = 0; i < 10'000; ++i) add(level, static_cast<size_t>(i % 3), 10 * i, 10 * i + 10);
  const std::vector<Activity> some = rows(level);
  EXPECT_LE(some.size(), 100);
  EXPECT_GE(some.size(), 25);
  EXPECT_EQ(some.front().begin, Ticks(0));
  EXPECT_EQ(some.back().end, Ticks(100'000));
  uint64_t count = 0;
  for (const Activity& each : some) count += each.count;
  EXPECT_EQ(count, 10'000);
}

// 100 rows take 100 of 6,400 ticks. At a resolution of 64, as many take all of them.
TEST(ActivityLevel, BecomesAsCoarseAsTheWholeLengthNeeds) {
  ActivityLevel level(Ticks(1), 100, Ticks(6'400));
  for (int64_t i = 0; i <= 100; ++i) add(level, static_cast<size_t>(i % 3), i, i + 1);
  EXPECT_EQ(level.resolution(), Ticks(64));
}

// That all of it is 1,000,000 ticks is not believed of what is full after 100.
TEST(ActivityLevel, IsNotCoarserThanAShortPartOfTheLengthNeeds) {
  ActivityLevel level(Ticks(1), 100, Ticks(1'000'000));
  for (int64_t i = 0; i <= 100; ++i) add(level, static_cast<size_t>(i % 3), i, i + 1);
  EXPECT_EQ(level.resolution(), Ticks(2));
}

/// Whatever the activities: rows follow one another, have all of the time and all of the activities, and no
/// two of the first rows of a multiple are shorter than the resolution.
TEST(ActivityLevel, RandomActivitiesStayWhole) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const Ticks resolution(int64_t{1} << random() % 12U);
    ActivityLevel fine;
    std::vector<Activity> given;
    Ticks now(static_cast<int64_t>(random() % 1000) - 500);
    for (int i = 0; i < 200; ++i) {
      const Ticks end = now + Ticks(1 + static_cast<int64_t>(random() % (1U << random() % 10U)));
      const size_t path = (given.empty() ? 0 : given.back().path.index() + 1 + random() % 3) % 5;
      given.push_back({now, end, CallPathId(path)});
      fine.add(CallPathId(path), now, end);
      now = end;
    }
    EXPECT_EQ(rows(fine), given);
    ActivityLevel coarse(resolution);
    for (const Activity& each : given) coarse.add(each);
    const std::vector<Activity> some = rows(coarse);
    Ticks last = given.front().begin;
    uint32_t count = 0;
    for (const Activity& each : some) {
      EXPECT_EQ(each.begin, last);
      EXPECT_GT(each.share, 0);
      if (each.count == 1) {
        EXPECT_EQ(each.share, 255);
      }
      last = each.end;
      count += each.count;
    }
    EXPECT_EQ(last, given.back().end);
    EXPECT_EQ(count, given.size());
    const int64_t multiples = (last - given.front().begin).count / resolution.count + 2;
    EXPECT_LE(static_cast<int64_t>(some.size()), 2 * multiples + 1);
  }
}

}  // namespace
}  // namespace latecomer::store
