// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/parallel.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace latecomer {
namespace {

TEST(ParallelFor, EveryIndexOnceAndDoneOnReturn) {
  std::vector<int> visits(10'000);
  for (int round = 1; round <= 20; ++round) {
    parallel_for(visits.size(), [&](size_t i) { ++visits[i]; });
    EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), round * 10'000);
  }
  EXPECT_EQ(visits.front(), 20);
}

TEST(ParallelFor, Nested) {
  std::vector<std::vector<int>> squares(100);
  parallel_for(squares.size(), [&](size_t i) {
    squares[i].resize(i);
    parallel_for(i, [&](size_t k) { squares[i][k] = static_cast<int>(i * k); });
  });
  EXPECT_EQ(squares[99][98], 99 * 98);
}

TEST(ParallelFor, NothingToDo) {
  parallel_for(0, [](size_t) { FAIL(); });
}

}  // namespace
}  // namespace latecomer
