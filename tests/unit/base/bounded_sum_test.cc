// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/bounded_sum.h"

#include <gtest/gtest.h>

namespace latecomer {
namespace {

TEST(BoundedSum, IsTheNearestNumberThatThereIs) {
  EXPECT_EQ(bounded_sum<int64_t>(2, -5), -3);
  EXPECT_EQ(bounded_sum<int64_t>(INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(bounded_sum<int64_t>(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(bounded_sum<uint64_t>(UINT64_MAX - 1, 1), UINT64_MAX);
  EXPECT_EQ(bounded_sum<uint64_t>(UINT64_MAX, UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(bounded_sum(0.5, 1.0), 1.5);
}

TEST(BoundedSum, NumbersThatAreTooLargeAreTheLargest) {
  EXPECT_EQ(bounded(UINT64_MAX), INT64_MAX);
  EXPECT_EQ(bounded(7), 7);
}

}  // namespace
}  // namespace latecomer
