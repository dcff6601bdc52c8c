// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/regions.h"

#include <gtest/gtest.h>

#include <vector>

namespace latecomer::query {
namespace {

using namespace report;

using Paths = std::vector<CallPathId>;

/// 0 main { 1 sort { 2 sort { 3 swap }, 4 swap }, 5 sort }
Report recursion() {
  Report report;
  report.regions.resize(3);
  const auto path = [](size_t parent, size_t region) {
    return CallPath{CallPathId(parent), RegionId(region)};
  };
  report.call_paths = {
      {CallPathId(), RegionId(0)}, path(0, 1), path(1, 1), path(2, 2), path(1, 2), path(0, 1)};
  return report;
}

Paths ids(std::vector<size_t> positions) {
  return {positions.begin(), positions.end()};
}

TEST(Regions, EveryCallCountsByItself) {
  const Report report = recursion();
  const CallTree tree(report.call_paths);
  const auto paths = call_paths_of_regions(report, tree, tree.all(), Below::excluded);
  EXPECT_EQ(paths, (std::vector{ids({0}), ids({1, 2, 5}), ids({3, 4})}));
}

/// The value of call path 1 contains that of 2.
TEST(Regions, TheOutermostCallOfARecursionCountsForThoseBelow) {
  const Report report = recursion();
  const CallTree tree(report.call_paths);
  const auto paths = call_paths_of_regions(report, tree, tree.all(), Below::included);
  EXPECT_EQ(paths, (std::vector{ids({0}), ids({1, 5}), ids({3, 4})}));
  const auto below = call_paths_of_regions(report, tree, tree.subtree(CallPathId(2)), Below::included);
  EXPECT_EQ(below, (std::vector{ids({}), ids({2}), ids({3})}));
}

}  // namespace
}  // namespace latecomer::query
