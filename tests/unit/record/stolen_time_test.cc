// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/core/stolen_time.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace latecomer::record {
namespace {

TEST(StolenTime, IsTheEighthNumberOfAllCores) {
  const uint64_t tick = 1'000'000'000 / static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  EXPECT_EQ(stolen_time("cpu  153906 1 74039 47685 956 2 611 25 7 8\ncpu0 1 2 3 4 5 6 7 88 9 10\n"),
            25 * tick);
  EXPECT_EQ(stolen_time("cpu  153906 1 74039 47685 956 2 611 25"), 25 * tick);
}

TEST(StolenTime, IsNotKnownWhereTheKernelDoesNotSayIt) {
  EXPECT_EQ(stolen_time(""), 0u);
  EXPECT_EQ(stolen_time("cpu  153906 1 74039 47685 956 2 611\ncpu0 1 2 3 4 5 6 7 88"), 0u);
  EXPECT_EQ(stolen_time("cpu0 1 2 3 4 5 6 7 88 9 10\n"), 0u);
}

}  // namespace
}  // namespace latecomer::record
