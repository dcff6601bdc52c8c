// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/align.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latecomer::findings {
namespace {

using namespace report;

struct Call {
  int parent;  ///< its position; -1: none
  std::string region;
  int line = 0;  ///< where it is called; 0: not known
};

Report program(const std::vector<Call>& calls, const std::string& directory = "") {
  Report report;
  for (const auto& [parent, region, line] : calls) {
    CallPath path{parent < 0 ? CallPathId() : CallPathId(static_cast<size_t>(parent)),
                  RegionId(report.regions.size())};
    if (line > 0) {
      path.call_file = directory + "a.c";
      path.call_line = line;
    }
    report.regions.push_back({.name = region});
    report.call_paths.push_back(path);
  }
  return report;
}

using Rows = std::vector<size_t>;

/// Of each call path of the other report its row; those of the base are rows 0, 1, 2, ...
Rows rows_of_other(const Report& base, const Report& other) {
  const Report* const both[] = {&base, &other};
  const AlignedTree tree = align_call_paths(both);
  for (size_t i = 0; i < base.call_paths.size(); ++i)
    EXPECT_EQ(tree.rows[tree.row_of[0][i]].report, 0U) << "a row of the base is the base's";
  // What a row is in is what its call paths are in.
  for (size_t r = 0; r < 2; ++r)
    for (size_t i = 0; i < both[r]->call_paths.size(); ++i) {
      const CallPathId parent = both[r]->call_paths[i].parent;
      EXPECT_EQ(tree.rows[tree.row_of[r][i]].parent,
                parent.valid() ? tree.row_of[r][parent.index()] : AlignedTree::kNone);
    }
  return tree.row_of[1];
}

TEST(AlignCallPaths, GoesByNamesAndNotByPositions) {
  const Report base = program({{-1, "main"}, {0, "solve"}, {0, "write"}});
  // The other one calls them in another order, and reads before: rows 0 to 2 are the base's.
  const Report other = program({{-1, "main"}, {0, "read"}, {0, "write"}, {0, "solve"}});
  EXPECT_EQ(rows_of_other(base, other), (Rows{0, 3, 2, 1}));
  EXPECT_EQ(rows_of_other(base, base), (Rows{0, 1, 2}));
}

TEST(AlignCallPaths, TheSameNameElsewhereIsSomethingElse) {
  const Report base = program({{-1, "main"}, {0, "solve"}, {1, "MPI_Recv"}});
  // MPI_Recv in main is not the one in solve; solve as a root is not the one in main.
  const Report other = program({{-1, "main"}, {0, "MPI_Recv"}, {-1, "solve"}});
  EXPECT_EQ(rows_of_other(base, other), (Rows{0, 3, 4}));
}

TEST(AlignCallPaths, CallsThatMovedAreTheSame) {
  const Report base = program({{-1, "main"}, {0, "solve", 10}, {1, "MPI_Recv", 20}}, "/old/");
  const Report other = program({{-1, "main"}, {0, "solve", 12}, {1, "MPI_Recv", 25}}, "/new/");
  EXPECT_EQ(rows_of_other(base, other), (Rows{0, 1, 2}));
}

TEST(AlignCallPaths, WhatIsAlikeSharesARowWithAllBelow) {
  // Two calls of solve that nothing tells apart, which call different things.
  const Report report =
      program({{-1, "main"}, {0, "solve"}, {1, "a", 1}, {0, "solve"}, {3, "a", 2}, {3, "b"}});
  const Report* const both[] = {&report, &report};
  const AlignedTree tree = align_call_paths(both);
  EXPECT_EQ(tree.rows.size(), 5U);
  EXPECT_EQ(tree.row_of[0], tree.row_of[1]);
  EXPECT_EQ(tree.row_of[0][1], tree.row_of[0][3]);
  EXPECT_NE(tree.row_of[0][2], tree.row_of[0][4]) << "these are at different lines";
}

TEST(AlignCallPaths, NothingAndOtherProgramsHaveNothingInCommon) {
  const Report base = program({{-1, "main"}, {0, "solve"}});
  EXPECT_EQ(rows_of_other(base, program({})), Rows());
  EXPECT_EQ(rows_of_other(program({}), base), (Rows{0, 1}));
  EXPECT_EQ(rows_of_other(base, program({{-1, "start"}, {0, "solve"}})), (Rows{2, 3}));
}

TEST(AlignMetrics, GoesByIdAndUnit) {
  Report base;
  base.metrics = {
      {.id = "time", .unit = "sec"}, {.id = "mpi", .unit = "sec"}, {.id = "bytes", .unit = "bytes"}};
  base.metrics[1].parent = MetricId(0);
  Report other;
  other.metrics = {{.id = "visits", .unit = "occ"},
                   {.id = "time", .unit = "sec"},
                   {.id = "omp", .unit = "sec"},
                   {.id = "bytes", .unit = "MB"}};
  other.metrics[2].parent = MetricId(1);
  const Report* const both[] = {&base, &other};
  const AlignedTree tree = align_metrics(both);
  EXPECT_EQ(tree.row_of[0], (Rows{0, 1, 2}));
  EXPECT_EQ(tree.row_of[1], (Rows{3, 0, 4, 5}));
  EXPECT_EQ(tree.rows[4].parent, 0U);
  EXPECT_EQ(tree.rows[1].parent, 0U);
  EXPECT_EQ(tree.rows[5].parent, AlignedTree::kNone);
  EXPECT_EQ(tree.rows[5].report, 1U);
  EXPECT_EQ(tree.rows[5].position, 3U);
}

}  // namespace
}  // namespace latecomer::findings
