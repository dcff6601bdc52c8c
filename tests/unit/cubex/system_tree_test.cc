// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cubex/system_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace latecomer::cubex {
namespace {

using namespace report;

/// Groups node by node, as a walk through the tree comes to their beginnings, and the nodes in that order.
void walk(const Report& report, SystemNodeId node, std::vector<std::vector<size_t>>& groups,
          std::vector<size_t>& nodes) {
  if (node.valid()) {
    nodes.push_back(node.index());
    std::vector<size_t>& of_node = groups.emplace_back();
    for (size_t g = 0; g < report.location_groups.size(); ++g) {
      if (report.location_groups[g].parent == node) of_node.push_back(g);
    }
  }
  for (size_t i = 0; i < report.system_nodes.size(); ++i) {
    if (report.system_nodes[i].parent == node) walk(report, SystemNodeId(i), groups, nodes);
  }
}

// Forests of up to eight nodes, groups and locations anywhere.
TEST(SystemTree, HasTheOrderOfAWalk) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    Report report;
    const size_t nodes = 1 + random() % 8;
    for (size_t i = 0; i < nodes; ++i) {
      const size_t parent = random() % (i + 1);
      report.system_nodes.push_back({"", "", parent == i ? SystemNodeId() : SystemNodeId(parent)});
    }
    const size_t groups = random() % 12;
    for (size_t g = 0; g < groups; ++g)
      report.location_groups.push_back({"", "", 0, SystemNodeId(random() % nodes)});
    const size_t locations = groups == 0 ? 0 : random() % 20;
    for (size_t l = 0; l < locations; ++l)
      report.locations.push_back({"", "", 0, LocationGroupId(random() % groups)});

    const SystemTree tree(report);
    std::vector<std::vector<size_t>> expected;
    std::vector<size_t> order;
    walk(report, SystemNodeId(), expected, order);
    for (size_t i = 0; i < nodes; ++i) EXPECT_EQ(tree.node_positions()[order[i]], i);
    for (size_t i = 0; i < groups; ++i) EXPECT_EQ(tree.group_positions()[tree.groups()[i]], i);
    ASSERT_EQ(tree.first_groups().size(), nodes + 1);
    for (size_t node = 0; node < nodes; ++node) {
      const size_t first = tree.first_groups()[node];
      const auto of_node = tree.groups().subspan(first, tree.first_groups()[node + 1] - first);
      EXPECT_EQ(std::vector(of_node.begin(), of_node.end()), expected[node]);
    }
    size_t found = 0;
    for (size_t g = 0; g < groups; ++g) {
      found += tree.locations_of(g).size();
      for (const size_t l : tree.locations_of(g)) EXPECT_EQ(report.locations[l].group, LocationGroupId(g));
      EXPECT_TRUE(std::ranges::is_sorted(tree.locations_of(g)));
    }
    EXPECT_EQ(found, locations);
  }
}

}  // namespace
}  // namespace latecomer::cubex
