// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "record/archive/archive_definitions.h"

#include <gtest/gtest.h>

#include <vector>

namespace latecomer::record {
namespace {

// Those of a node share a clock, so machines that are called the same are several.
TEST(ArchiveDefinitions, NodesAreKnownByNameAndClock) {
  std::vector<ProcessExtent> processes(4);
  for (uint32_t i = 0; i < 4; ++i) {
    processes[i].number = i;
    processes[i].identity.host = i == 3 ? "other" : "host";
    processes[i].identity.clock = i == 1 ? 8 : 7;
    processes[i].threads.resize(1);
  }
  const trace::Definitions definitions = archive_definitions({}, processes);
  std::vector<trace::SystemNodeId> nodes;
  for (const trace::LocationGroup& group : definitions.location_groups) nodes.push_back(group.parent);
  EXPECT_EQ(nodes[0], nodes[2]);
  EXPECT_NE(nodes[0], nodes[1]);
  EXPECT_NE(nodes[0], nodes[3]);
  EXPECT_EQ(definitions.system_nodes[nodes[1].index()].name, "host");
  EXPECT_EQ(definitions.system_nodes[nodes[3].index()].name, "other");
}

}  // namespace
}  // namespace latecomer::record
