// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/clock_map.h"

#include <gtest/gtest.h>

namespace latecomer::timeline {
namespace {

TEST(ClockMap, WithoutCorrectionsTimesStay) {
  const ClockMap clock{{}};
  EXPECT_EQ(clock.corrected(Ticks(-7)), Ticks(-7));
  EXPECT_EQ(clock.before({Ticks(1), Ticks(2)}).begin, Ticks(1));
}

// 10 stays, 20 becomes 40, 30 becomes 40, and 50 stays; in between, times move linearly.
TEST(ClockMap, IsLinearBetweenCorrections) {
  const ClockMap clock{
      {{Ticks(10), Ticks(10)}, {Ticks(20), Ticks(40)}, {Ticks(30), Ticks(40)}, {Ticks(50), Ticks(50)}}};
  EXPECT_EQ(clock.corrected(Ticks(3)), Ticks(3));
  EXPECT_EQ(clock.corrected(Ticks(15)), Ticks(25));
  EXPECT_EQ(clock.corrected(Ticks(25)), Ticks(40));
  EXPECT_EQ(clock.corrected(Ticks(40)), Ticks(45));
  EXPECT_EQ(clock.corrected(Ticks(70)), Ticks(70));
}

// The last time's correction goes on.
TEST(ClockMap, BeyondTheCorrectionsTimesMoveAsFar) {
  const ClockMap clock{{{Ticks(10), Ticks(15)}, {Ticks(20), Ticks(27)}}};
  EXPECT_EQ(clock.corrected(Ticks(0)), Ticks(5));
  EXPECT_EQ(clock.corrected(Ticks(100)), Ticks(107));
}

/// Whatever comes to be in an interval was in that before it.
TEST(ClockMap, BeforeHasAllThatComesToBeWithin) {
  const ClockMap clock{
      {{Ticks(10), Ticks(10)}, {Ticks(20), Ticks(40)}, {Ticks(30), Ticks(40)}, {Ticks(50), Ticks(50)}}};
  for (int64_t begin = 0; begin < 70; ++begin) {
    for (int64_t end = begin; end < 70; ++end) {
      const store::Interval before = clock.before({Ticks(begin), Ticks(end)});
      for (int64_t time = 0; time < 70; ++time) {
        const Ticks corrected = clock.corrected(Ticks(time));
        if (corrected < Ticks(begin) || Ticks(end) < corrected) continue;
        EXPECT_LE(before.begin, Ticks(time)) << begin << ".." << end;
        EXPECT_GE(before.end, Ticks(time)) << begin << ".." << end;
      }
    }
  }
}

}  // namespace
}  // namespace latecomer::timeline
