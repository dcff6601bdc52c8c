// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "report/report.h"

namespace latecomer::report {
namespace {

/// By positions: 0 { 2 { 4 }, 5 }, 1 { 3 }. Depth first: 0 2 4 5 1 3.
std::vector<CallPath> two_trees() {
  std::vector<CallPath> nodes(6);
  nodes[2].parent = nodes[5].parent = CallPathId(0);
  nodes[4].parent = CallPathId(2);
  nodes[3].parent = CallPathId(1);
  return nodes;
}

TEST(Tree, ChildrenAndLevels) {
  using Ids = std::vector<CallPathId>;
  const Children<CallPath> children = children_of(two_trees());
  EXPECT_EQ(children.roots, (Ids{CallPathId(0), CallPathId(1)}));
  EXPECT_EQ(children.of[0], (Ids{CallPathId(2), CallPathId(5)}));
  EXPECT_EQ(children.of[1], (Ids{CallPathId(3)}));
  EXPECT_EQ(children.of[4], Ids());
  EXPECT_EQ(levels(two_trees()), (std::vector<size_t>{0, 0, 1, 1, 2, 1}));
}

TEST(Tree, DepthFirst) {
  const DepthFirst order = depth_first(two_trees());
  EXPECT_EQ(order.positions, (std::vector<uint32_t>{0, 4, 1, 5, 2, 3}));
  EXPECT_EQ(order.sizes, (std::vector<uint32_t>{4, 2, 2, 1, 1, 1}));
}

}  // namespace
}  // namespace latecomer::report
