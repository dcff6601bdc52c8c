// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/clocks/time_windows.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

TimeSpan span(int64_t begin, int64_t end) {
  return {Ticks(begin), Ticks(end)};
}

TEST(TimeWindows, NoneContainNothing) {
  EXPECT_FALSE(TimeWindows().contains(Ticks(0)));
  EXPECT_FALSE(TimeWindows().contains(Ticks::max()));
}

TEST(TimeWindows, WholeRunContainsEverything) {
  EXPECT_TRUE(TimeWindows::whole_run().contains(Ticks::min()));
  EXPECT_TRUE(TimeWindows::whole_run().contains(Ticks::max()));
}

TEST(TimeWindows, SpansThatMeetAreOneWindow) {
  //  10--------20      30-31
  //       15-----------30          41--50
  //         16-18
  const TimeWindows windows({span(41, 50), span(10, 20), span(30, 31), span(15, 30), span(16, 18)});
  ASSERT_EQ(windows.all().size(), 2u);
  ASSERT_TRUE(windows.find(Ticks(31)));
  EXPECT_EQ(windows.find(Ticks(31))->begin, Ticks(10));
  EXPECT_EQ(windows.find(Ticks(31))->end, Ticks(31));
  EXPECT_EQ(windows.find(Ticks(41))->end, Ticks(50));
  for (const int64_t outside : {9, 32, 40, 51}) EXPECT_FALSE(windows.contains(Ticks(outside))) << outside;
  for (const int64_t inside : {10, 19, 25, 50}) EXPECT_TRUE(windows.contains(Ticks(inside))) << inside;
}

}  // namespace
}  // namespace latecomer::analyze
