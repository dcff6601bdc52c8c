// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "base/free_list.h"

#include <gtest/gtest.h>

namespace latecomer {
namespace {

TEST(FreeList, KeepsNoCapacity) {
  std::vector<int> list(1000);
  free_list(list);
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.capacity(), 0u);
}

}  // namespace
}  // namespace latecomer
