// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/align_trees.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latecomer::report {
namespace {

using Positions = std::vector<size_t>;

TreeNode call(const std::string& key, int32_t line, const std::string& file = "a.c") {
  return {.key = key, .file = file, .lines = {line}};
}

/// Of each node of `there` its position in the union; those of `here` are 0, 1, 2, ...
Positions positions(const std::vector<TreeNode>& here, const std::vector<TreeNode>& there) {
  TreeUnion both;
  Positions first;
  for (size_t i = 0; i < here.size(); ++i) first.push_back(i);
  EXPECT_EQ(both.add(here), first);
  return both.add(there);
}

TEST(AlignTrees, AsManyCallsAreTheSameInTheirOrder) {
  const std::vector<TreeNode> here = {call("send", 93), call("send", 94), call("wait", 97)};
  EXPECT_EQ(positions(here, {call("wait", 102), call("send", 99), call("send", 98)}), (Positions{2, 1, 0}));
  // Moved by one line, the first is at the line of the second.
  EXPECT_EQ(positions(here, {call("send", 94), call("send", 95), call("wait", 98)}), (Positions{0, 1, 2}));
}

TEST(AlignTrees, OfMoreOrFewerThoseThatMovedTogetherAreTheSame) {
  const std::vector<TreeNode> here = {call("send", 93), call("send", 94), call("send", 99)};
  // One is new between them, at the old line of the last one.
  EXPECT_EQ(positions(here, {call("send", 98), call("send", 99), call("send", 101), call("send", 104)}),
            (Positions{0, 1, 3, 2}));
  // One is gone, the others stayed.
  EXPECT_EQ(positions(here, {call("send", 93), call("send", 99)}), (Positions{0, 2}));
  // Two are gone, and the other one is the nearest.
  EXPECT_EQ(positions(here, {call("send", 200)}), (Positions{2}));
  // In another file it is the first.
  EXPECT_EQ(positions(here, {call("send", 1, "b.c")}), (Positions{0}));
}

TEST(AlignTrees, WhatNothingTellsApartIsTheSameInItsOrder) {
  const std::vector<TreeNode> twice = {{.key = "thread 0"}, {.key = "thread 0"}};
  EXPECT_EQ(positions(twice, twice), (Positions{0, 1}));
  EXPECT_EQ(positions(twice, {{.key = "thread 0"}}), (Positions{0}));
  EXPECT_EQ(positions({{.key = "thread 0"}}, twice), (Positions{0, 1}));
}

TEST(AlignTrees, WhatIsElseIsNotTheSame) {
  const std::vector<TreeNode> here = {call("send", 93)};
  EXPECT_EQ(positions(here, {call("receive", 93)}), (Positions{1}));
  EXPECT_EQ(positions(here, {}), Positions());
  EXPECT_EQ(positions({}, here), (Positions{0}));
  TreeNode below = call("send", 93);
  below.parent = TreeNodeId(0);
  EXPECT_EQ(positions({call("main", 1), below}, {call("send", 93), call("main", 1)}), (Positions{2, 0}));
}

TEST(AlignTrees, AThirdTreeFindsWhatTheSecondAdded) {
  TreeUnion all;
  all.add({call("main", 1)});
  EXPECT_EQ(all.add({call("init", 1), call("main", 3)}), (Positions{1, 0}));
  EXPECT_EQ(all.add({call("main", 2), call("init", 9), call("end", 5)}), (Positions{0, 1, 2}));
}

/// main calls step twice, five lines further down in the other version, and gaps have their lines in their
/// names.
Report version(int64_t moved) {
  Report report;
  const auto gap = [&](int64_t begin, int64_t end) {
    return Region{
        .name = "step (a.c:" + std::to_string(begin + moved) + " → a.c:" + std::to_string(end + moved) + ")",
        .role = std::string(kGapRole),
        .module = "a.c",
        .begin_line = begin + moved,
        .end_line = end + moved};
  };
  report.regions = {{.name = "main", .module = "a.c", .begin_line = 1},
                    {.name = "step", .module = "a.c", .begin_line = 20 + moved},
                    gap(20, 21),
                    gap(21, 30)};
  const auto path = [&](size_t parent, size_t region, int64_t line) {
    report.call_paths.push_back({parent == SIZE_MAX ? CallPathId() : CallPathId(parent), RegionId(region),
                                 line < 0 ? "" : "a.c", line < 0 ? -1 : line + moved});
  };
  path(SIZE_MAX, 0, -1);
  for (const int64_t line : {7, 8}) {
    path(0, 1, line);
    const size_t step = report.call_paths.size() - 1;
    path(step, 2, line);
    path(step, 3, line);
  }
  return report;
}

TEST(AlignTrees, CallPathsAreTheSameDownToTheirGaps) {
  for (const int64_t moved : {0, 1, 5, -6})
    EXPECT_EQ(positions(call_path_nodes(version(0)), call_path_nodes(version(moved))),
              (Positions{0, 1, 2, 3, 4, 5, 6}))
        << moved;
}

TEST(AlignTrees, CallPathsWithOtherParametersAreNotTheSame) {
  Report base = version(0);
  Report other = version(5);
  base.call_paths[1].parameters = {{"n", "1", true}};
  other.call_paths[4].parameters = {{"n", "1", true}};
  const Positions same = positions(call_path_nodes(base), call_path_nodes(other));
  EXPECT_EQ(same[1], 4U);
  EXPECT_EQ(same[4], 1U);
}

}  // namespace
}  // namespace latecomer::report
