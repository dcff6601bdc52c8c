// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/columns.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace latecomer::store {
namespace {

using Columns = std::vector<Column>;

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

void expect_round_trip(const Columns& columns) {
  size_t numbers = 0;
  for (const Column& column : columns) numbers += column.size();
  const Result<Columns> read = unpack(pack(columns), columns.size(), numbers);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, columns);
}

TEST(Columns, AreReadAsTheyWereWritten) {
  expect_round_trip({});
  expect_round_trip({{}});
  expect_round_trip({{1, 2, 3}, {}, {-5}});
  expect_round_trip({{kLeast, kMost, kLeast, 0, kMost, -1}});
}

TEST(Columns, RandomOnes) {
  std::mt19937_64 random(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    Columns columns(random() % 5);
    for (Column& column : columns) {
      column.resize(random() % 300);
      for (int64_t& number : column) number = static_cast<int64_t>(random() >> (random() % 64));
    }
    expect_round_trip(columns);
  }
}

/// 4,096 ascending numbers of which neighbours are less than 128 apart, one after the other, are a byte each.
TEST(Columns, TakeAByteForASmallDifference) {
  std::mt19937_64 random(1);
  Column times;
  for (int64_t time = 1'000'000'000'000; times.size() < 4096; time += static_cast<int64_t>(random() % 64))
    times.push_back(time);
  EXPECT_LE(pack(Columns{times}).size(), 4096 + 64);
}

TEST(Columns, WhatIsNotPackedIsRefused) {
  const Columns columns = {{1, 2, 3}, {4}};
  const LargeText packed = pack(columns);
  EXPECT_FALSE(unpack(packed, 1, 100));
  EXPECT_FALSE(unpack(packed, 3, 100));
  EXPECT_FALSE(unpack(packed, 2, 3)) << "more numbers than there may be";
  EXPECT_TRUE(unpack(packed, 2, 4));
  for (size_t size = 0; size < packed.size(); ++size) EXPECT_FALSE(unpack(packed.substr(0, size), 2, 4));
  EXPECT_FALSE(unpack("no columns", 2, 4));
}

}  // namespace
}  // namespace latecomer::store
