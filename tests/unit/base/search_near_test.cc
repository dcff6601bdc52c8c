// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/search_near.h"

#include <gtest/gtest.h>

#include <vector>

namespace latecomer {
namespace {

size_t search(const std::vector<int64_t>& times, int64_t time) {
  return search_near(times.size(), Ticks(time), [&](size_t i) { return Ticks(times[i]); });
}

// Every time between and beside the elements has to be where std::upper_bound says.
void expect_as_upper_bound(const std::vector<int64_t>& times) {
  for (const int64_t each : times) {
    for (const int64_t time : {each - 1, each, each + 1}) {
      const auto expected = std::upper_bound(times.begin(), times.end(), time) - times.begin();
      EXPECT_EQ(search(times, time), static_cast<size_t>(expected)) << time;
    }
  }
}

TEST(SearchNear, WithoutElements) {
  EXPECT_EQ(search({}, 5), 0u);
}

TEST(SearchNear, AsUpperBound) {
  expect_as_upper_bound({7});
  expect_as_upper_bound({7, 7, 7});
  expect_as_upper_bound({0, 10, 20, 30, 40, 50});
  expect_as_upper_bound({0, 1, 2, 3, 4, 5, 6, 7, 1'000'000});        // the guess is far too low
  expect_as_upper_bound({0, 999'991, 999'993, 999'995, 1'000'000});  // and far too high
  expect_as_upper_bound({-50, -20, -20, -20, 0, 0, 3, 90});
}

TEST(SearchNear, OutermostTimes) {
  EXPECT_EQ(search({1, 2, 3}, INT64_MIN), 0u);
  EXPECT_EQ(search({1, 2, 3}, INT64_MAX), 3u);
  EXPECT_EQ(search({INT64_MIN, 0, INT64_MAX}, 0), 2u);
}

}  // namespace
}  // namespace latecomer
