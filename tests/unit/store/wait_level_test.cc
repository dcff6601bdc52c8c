// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/wait_level.h"

#include <gtest/gtest.h>

#include <vector>

namespace latecomer::store {
namespace {

using namespace report;

Wait wait(int64_t begin, int64_t end, size_t cause) {
  return {Ticks(end), Ticks(end - begin), MetricId(1), CallPathId(2), LocationId(cause), Ticks(1), Ticks(10)};
}

// By their ends 1..3, 0..4 and 20..30 are 5, 6 and 7.
TEST(WaitLevel, EachApartIsInTheOrderOfBegins) {
  const std::vector<Wait> waits = {wait(1, 3, 0), wait(0, 4, 1), wait(20, 30, 2)};
  const std::vector<WaitSummary> rows = each_apart(waits, 5);
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(rows[0].wait, 6);
  EXPECT_EQ(rows[1].wait, 5);
  EXPECT_EQ(rows[2], (WaitSummary{wait(20, 30, 2), Ticks(20), 1, 7, Ticks(10)}));
}

// 1..3, 4..5 and 6..7 begin within 0..8 and are shorter than 8; 7..40 is not. The longest of the three is the
// first, for location 3.
TEST(WaitLevel, ShortOnesAreTakenTogether) {
  const std::vector<Wait> waits = {wait(1, 3, 3), wait(4, 5, 0), wait(6, 7, 1), wait(7, 40, 2)};
  const std::vector<WaitSummary> rows = summarize(each_apart(waits, 0), Ticks(8));
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[0],
            (WaitSummary{{Ticks(7), Ticks(4), MetricId(1), CallPathId(2), LocationId(3), Ticks(3), Ticks(30)},
                         Ticks(1),
                         3,
                         0,
                         Ticks(2)}));
  EXPECT_EQ(rows[1].amount, Ticks(33));
  EXPECT_EQ(rows[1].wait, 3);
}

}  // namespace
}  // namespace latecomer::store
