// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/call_tree.h"

#include <gtest/gtest.h>

#include "support/run_ranks.h"

namespace latecomer::analyze {
namespace {

using trace::RegionId;

RegionId region(size_t id) {
  return RegionId(id);
}

TEST(CallTree, ThePathOfARegionDependsOnItsCallers) {
  CallTree tree;
  const CallPathId main = tree.enter({CallPathId(), region(0)});
  const CallPathId f = tree.enter({main, region(1)});
  const CallPathId work_in_f = tree.enter({f, region(2)});
  const CallPathId work_in_main = tree.enter({main, region(2)});
  EXPECT_NE(work_in_f, work_in_main);
  EXPECT_EQ(tree.enter({f, region(2)}), work_in_f);
  EXPECT_EQ(tree.enter({main, region(1)}), f);
  EXPECT_EQ(tree.enter({CallPathId(), region(0)}), main);
  EXPECT_EQ(tree.nodes().size(), 4u);
}

/// Programs that call very many functions in turn: to go through all of them each time would take hours.
TEST(CallTree, OneOfManyChildrenIsFoundAtOnce) {
  constexpr uint32_t kFunctions = 300'000;
  CallTree tree;
  const CallPathId main = tree.enter({CallPathId(), region(0)});
  const CallPathId other = tree.enter({CallPathId(), region(1)});
  for (int round = 0; round < 3; ++round) {
    for (uint32_t f = 0; f < kFunctions; ++f) {
      ASSERT_EQ(tree.enter({main, region(2 + f)}), CallPathId(2 + 2 * size_t{f}));
      ASSERT_EQ(tree.enter({other, region(2 + f)}), CallPathId(3 + 2 * size_t{f}));
    }
  }
  tree.clear();
  EXPECT_EQ(tree.enter({CallPathId(), region(9)}), CallPathId(0));
  EXPECT_EQ(tree.enter({CallPathId(0), region(2)}), CallPathId(1));
}

TEST(CallTree, DepthFirstNumbersAWholeSubtreeBeforeItsSibling) {
  // main (0) called f (1) and g (2), then f called h (3): depth first, h comes before g.
  CallTree tree;
  const CallPathId main = tree.enter({CallPathId(), region(0)});
  const CallPathId f = tree.enter({main, region(1)});
  tree.enter({main, region(2)});
  tree.enter({f, region(3)});
  const CallTree ordered = depth_first(tree);
  std::vector<std::pair<CallPathId, RegionId>> nodes;
  for (const CallTree::Node& node : ordered.nodes()) nodes.emplace_back(node.parent, node.region);
  const std::vector<std::pair<CallPathId, RegionId>> expected = {{CallPathId(), region(0)},
                                                                 {CallPathId(0), region(1)},
                                                                 {CallPathId(1), region(3)},
                                                                 {CallPathId(0), region(2)}};
  EXPECT_EQ(nodes, expected);
}

TEST(CallTree, UnitingGivesTheSameTreeForAnyNumberOfRanks) {
  // Location l enters main and, in it, regions 1 + l and 9.
  const auto tree_of = [](size_t first, size_t last) {
    CallTree tree;
    for (size_t l = first; l < last; ++l) {
      CallTree own;
      const CallPathId main = own.enter({CallPathId(), region(0)});
      own.enter({main, region(1 + l % 5)});
      own.enter({main, region(9)});
      tree.merge(own.nodes());
    }
    return tree;
  };
  const auto regions = [](const CallTree& tree) {
    std::vector<std::pair<uint32_t, uint32_t>> list;
    for (const CallTree::Node& node : tree.nodes()) list.emplace_back(node.parent.value, node.region.value);
    return list;
  };
  constexpr size_t kLocations = 12;
  const std::vector<std::pair<uint32_t, uint32_t>> serial = regions(tree_of(0, kLocations));
  EXPECT_EQ(serial.size(), 7u);
  for (const int ranks : {1, 2, 3, 5, 12, 17}) {
    run_ranks(ranks, [&](Comm& comm) {
      const size_t rank = static_cast<size_t>(comm.rank());
      const size_t size = static_cast<size_t>(comm.size());
      const CallTree united = unite(tree_of(rank * kLocations / size, (rank + 1) * kLocations / size), comm);
      EXPECT_EQ(regions(united), serial) << ranks << " ranks";
    });
  }
}

}  // namespace
}  // namespace latecomer::analyze
