// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/counting_sort.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace latecomer {
namespace {

/// Elements are a key and a letter; the first task has "ab", the second one "cde".
TEST(CountingSort, ElementsGoByKeyAndStayInTheOrderOfTheTasks) {
  const std::vector<std::vector<std::pair<size_t, char>>> tasks{{{2, 'a'}, {0, 'b'}},
                                                                {{2, 'c'}, {0, 'd'}, {2, 'e'}}};
  CountingSort sort(tasks.size(), 4);
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const auto& [key, letter] : tasks[task]) sort.count(task, key);
  }
  EXPECT_EQ(sort.settle(), (std::vector<size_t>{0, 2, 2, 5, 5}));
  std::vector<char> sorted(5);
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const auto& [key, letter] : tasks[task]) sorted[sort.next(task, key)] = letter;
  }
  EXPECT_EQ(sorted, (std::vector{'b', 'd', 'a', 'c', 'e'}));
}

TEST(CountingSort, Nothing) {
  EXPECT_EQ(CountingSort(1, 0).settle(), std::vector<size_t>{0});
}

}  // namespace
}  // namespace latecomer
