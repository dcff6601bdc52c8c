// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "export/nanoseconds.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace latecomer::perfetto {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

TEST(Nanoseconds, CountFromTheBeginOfTheRun) {
  const Nanoseconds times(Ticks(5'000'000'000'000'000'001), kSecond);
  EXPECT_EQ(times.at(Ticks(5'000'000'000'000'000'001)), 0u);
  EXPECT_EQ(times.at(Ticks(5'000'000'000'000'000'008)), 7u);
  EXPECT_EQ(times.at(Ticks(4)), 0u);  // before it
}

TEST(Nanoseconds, ExactWhereATickIsAWholeNumberOfThem) {
  const Nanoseconds times(Ticks(1), 1'000'000);                           // a tick is 1000 ns
  EXPECT_EQ(times.at(Ticks(9'007'199'254'741)), 9'007'199'254'740'000u);  // beyond what a double has exactly
  EXPECT_EQ(times.length(Ticks(-3)), -3000);
}

TEST(Nanoseconds, RoundedDownElsewhere) {
  const Nanoseconds times(Ticks(0), 3'000'000'000);
  EXPECT_EQ(times.at(Ticks(2)), 0u);
  EXPECT_EQ(times.at(Ticks(3)), 1u);
  EXPECT_EQ(times.at(Ticks(5)), 1u);
  EXPECT_EQ(times.length(Ticks(-5)), -1);
}

TEST(Nanoseconds, OfTimesThatNoClockShows) {
  const Nanoseconds times(Ticks(INT64_MIN), 1);
  EXPECT_EQ(times.at(Ticks(INT64_MAX)), uint64_t{INT64_MAX});  // the latest that readers take
  EXPECT_EQ(Nanoseconds(Ticks(INT64_MIN), kSecond).at(Ticks(0)), uint64_t{INT64_MAX});
}

}  // namespace
}  // namespace latecomer::perfetto
