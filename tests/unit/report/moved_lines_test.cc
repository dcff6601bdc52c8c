// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/moved_lines.h"

#include <gtest/gtest.h>

namespace latecomer::report {
namespace {

using Matches = std::vector<size_t>;

CallSite call(const std::string& key, int64_t line, const std::string& file = "a.c") {
  return {key, file, {line}};
}

TEST(MovedLines, AsManyCallsAreTheSameInTheirOrder) {
  const std::vector<CallSite> here = {call("send", 93), call("send", 94), call("wait", 97)};
  EXPECT_EQ(match_moved(here, std::vector{call("wait", 102), call("send", 99), call("send", 98)}),
            (Matches{2, 1, 0}));
  // Moved by one line, the first is at the line of the second.
  EXPECT_EQ(match_moved(here, std::vector{call("send", 94), call("send", 95), call("wait", 98)}),
            (Matches{0, 1, 2}));
}

TEST(MovedLines, OfMoreOrFewerThoseThatMovedTogetherAreTheSame) {
  const std::vector<CallSite> here = {call("send", 93), call("send", 94), call("send", 99)};
  // One is new between them, at the old line of the last one.
  EXPECT_EQ(match_moved(
                here, std::vector{call("send", 98), call("send", 99), call("send", 101), call("send", 104)}),
            (Matches{0, 1, kNowhere, 2}));
  // One is gone, the others stayed.
  EXPECT_EQ(match_moved(here, std::vector{call("send", 93), call("send", 99)}), (Matches{0, 2}));
  // One is gone, and the other one can be any.
  EXPECT_EQ(match_moved(here, std::vector{call("send", 200)}), (Matches{kNowhere}));
}

TEST(MovedLines, WhatIsElseIsNotTheSame) {
  const std::vector<CallSite> here = {call("send", 93)};
  EXPECT_EQ(match_moved(here, std::vector{call("receive", 93)}), (Matches{kNowhere}));
  EXPECT_EQ(match_moved(here, std::vector<CallSite>()), Matches());
  EXPECT_EQ(match_moved(std::vector<CallSite>(), here), (Matches{kNowhere}));
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

TEST(MovedLines, CallPathsAreTheSameDownToTheirGaps) {
  for (const int64_t moved : {0, 1, 5, -6}) {
    const std::vector<CallPathId> same = match_moved_call_paths(version(0), version(moved));
    ASSERT_EQ(same.size(), 7U);
    for (size_t i = 0; i < same.size(); ++i) EXPECT_EQ(same[i], CallPathId(i)) << moved;
  }
}

TEST(MovedLines, CallPathsWithOtherParametersAreNotTheSame) {
  Report base = version(0);
  Report other = version(5);
  base.call_paths[1].parameters = {{"n", "1", true}};
  other.call_paths[4].parameters = {{"n", "1", true}};
  const std::vector<CallPathId> same = match_moved_call_paths(base, other);
  EXPECT_EQ(same[1], CallPathId(4));
  EXPECT_EQ(same[4], CallPathId(1));
}

}  // namespace
}  // namespace latecomer::report
