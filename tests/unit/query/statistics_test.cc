// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/statistics.h"

#include <gtest/gtest.h>

#include <limits>

namespace latecomer::query {
namespace {

/// Sorted 1 2 4 9, mean 4, deviations -3 -2 0 5. The first quartile is three quarters of the way from 1 to 2.
TEST(Statistics, OfFourValues) {
  const Statistics four = statistics_of({4, 1, 9, 2});
  EXPECT_EQ(four.count, 4);
  EXPECT_EQ(four.sum, 16);
  EXPECT_EQ(four.mean, 4);
  EXPECT_EQ(four.minimum, 1);
  EXPECT_EQ(four.first_quartile, 1.75);
  EXPECT_EQ(four.median, 3);
  EXPECT_EQ(four.third_quartile, 5.25);
  EXPECT_EQ(four.maximum, 9);
  EXPECT_EQ(four.squares, 38);
  EXPECT_EQ(four.variance(), 9.5);
  EXPECT_DOUBLE_EQ(four.sample_variance(), 38.0 / 3);
}

TEST(Statistics, OfOneValueAndOfNone) {
  const Statistics one = statistics_of({7});
  EXPECT_EQ(one.first_quartile, 7);
  EXPECT_EQ(one.third_quartile, 7);
  EXPECT_EQ(one.variance(), 0);
  EXPECT_EQ(one.sample_variance(), 0);
  const Statistics none = statistics_of({});
  EXPECT_EQ(none.mean, 0);
  EXPECT_EQ(none.variance(), 0);
}

TEST(Statistics, WhatIsNoNumberIsLast) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(statistics_of({nan, 2, 1}).minimum, 1);
  EXPECT_EQ(statistics_of({nan, 2, 1}).median, 2);
}

}  // namespace
}  // namespace latecomer::query
