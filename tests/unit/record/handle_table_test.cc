// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/mpi/handle_table.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace latecomer::record::mpi {
namespace {

// Tables are never destroyed, so those of these tests are static: what they hold is no leak.
using Table = HandleTable<int, std::string>;

std::string look_at(Table& table, int handle) {
  std::string seen = "nothing";
  table.look_at(handle, [&](const std::string& value) { seen = value; });
  return seen;
}

TEST(HandleTable, SetTakesThePlaceOfWhatTheHandleStoodFor) {
  static Table table;
  table.add(1, "old");
  table.add(1, "older");
  table.set(1, "new");
  EXPECT_EQ(*table.take(1), "new");
  EXPECT_FALSE(table.take(1));
}

TEST(HandleTable, TakesByPosition) {
  static Table table;
  table.add(1, "one");
  table.add(3, "three");
  const std::vector<Table::Taken> taken = table.take(std::array{3, 2, 1});
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(*taken[0], "three");
  EXPECT_FALSE(taken[1]);
  EXPECT_EQ(*taken[2], "one");
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, WhatIsPutBackCanHaveAnotherHandle) {
  static Table table;
  table.add(1, "one");
  std::vector<Table::Taken> taken = table.take(std::array{1, 2});
  taken[0].rename(7);
  table.put_back(taken);
  EXPECT_EQ(look_at(table, 7), "one");
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, WhatIsForgottenIsNotPutBack) {
  static Table table;
  table.add(1, "one");
  Table::Taken taken = table.take(1);
  taken.forget();
  table.put_back(taken);
  EXPECT_EQ(look_at(table, 1), "nothing");
}

TEST(HandleTable, EachThreadFindsItsOwnOfOneHandleFirst) {
  static Table table;
  table.add(1, "of the first thread");
  std::string others;
  std::thread other([&] {
    table.add(1, "of the other thread");
    others = *table.take(1);
  });
  other.join();
  EXPECT_EQ(others, "of the other thread");

  std::thread([&] { table.add(1, "of the other thread"); }).join();
  EXPECT_EQ(*table.take(1), "of the first thread");
  EXPECT_EQ(*table.take(1), "of the other thread");  // stands for it where there is none
}

}  // namespace
}  // namespace latecomer::record::mpi
