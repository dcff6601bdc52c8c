// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/function_groups.h"

#include <gtest/gtest.h>

#include "call_tree.h"
#include "report/report.h"

namespace latecomer::findings {
namespace {

using namespace report;

std::vector<std::pair<std::string, double>> named(const std::vector<ValueGroup>& groups) {
  std::vector<std::pair<std::string, double>> names;
  for (const ValueGroup& group : groups) names.emplace_back(group.common.name, group.seconds);
  return names;
}

using Names = std::vector<std::pair<std::string, double>>;

// The five largest have all there is on level 0 already: the calls of one line are together, the other line
// of the same function is a group of its own, and so is another kind of waiting at the first one.
TEST(FunctionGroups, AreOfLinesWhereFiveOfThemHaveNearlyAll) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  const CallPathId first = tree.call("exchange", 70, main);
  const CallPathId second = tree.call("exchange", 74, main);
  const std::vector<GroupedValue> values = {{tree.call("MPI_Wait", 12, first), 2, 0},
                                            {tree.call("MPI_Wait", 12, second), 3, 0},
                                            {tree.call("MPI_Wait", 19, second), 4, 0},
                                            {CallPathId(3), 1, 1}};
  const std::vector<ValueGroup> groups = group_by_function(tree.report, values);
  EXPECT_EQ(named(groups), (Names{{"exchange/MPI_Wait (a.c:12)", 5}, {"", 4}, {"", 1}}));
  EXPECT_EQ(groups[0].members, (std::vector<size_t>{1, 0})) << "the largest first";
  EXPECT_FALSE(groups[0].common.with_calls);
}

// Ten lines of exchange with 1 s each and one of reduce with 2 s: the five largest lines have 6 of 12 s, the
// two functions all.
TEST(FunctionGroups, AreOfFunctionsWhereLinesWouldSayTooLittle) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  const CallPathId exchange = tree.call("exchange", 70, main);
  std::vector<GroupedValue> values;
  for (int64_t line = 1; line <= 10; ++line) values.push_back({tree.call("MPI_Wait", line, exchange), 1});
  values.push_back({tree.call("MPI_Allreduce", 30, tree.call("reduce", 80, main)), 2});
  EXPECT_EQ(named(group_by_function(tree.report, values)), (Names{{"exchange", 10}, {"", 2}}));
}

// Ten functions with 1 s each, below two callers: the five largest functions have 5 of 10 s.
TEST(FunctionGroups, AreOfCallersWhereFunctionsWouldSayTooLittle) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  const CallPathId solve = tree.call("solve", 5, main);
  const CallPathId setup = tree.call("setup", 4, main);
  std::vector<GroupedValue> values;
  for (int64_t i = 0; i < 10; ++i) {
    const CallPathId helper = tree.call("helper" + std::to_string(i), 100 + i, i < 7 ? solve : setup);
    values.push_back({tree.call("MPI_Wait", 200 + i, helper), 1});
  }
  const std::vector<ValueGroup> groups = group_by_function(tree.report, values);
  EXPECT_EQ(named(groups), (Names{{"solve", 7}, {"setup", 3}}));
  EXPECT_TRUE(groups[0].common.with_calls);
  ASSERT_EQ(groups[0].common.functions.size(), 3U) << "the largest ones";
  EXPECT_DOUBLE_EQ(groups[0].common.functions[0].seconds, 1);
}

// Four functions with two kinds of waiting each: of one kind the five largest have 5 of 8 s.
TEST(FunctionGroups, HaveAllKindsOfAFunctionBeforeItsCaller) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  std::vector<GroupedValue> values;
  for (int64_t i = 0; i < 8; ++i) {
    const CallPathId helper = tree.call("helper" + std::to_string(i % 4), i, tree.call("solve", 5, main));
    values.push_back({tree.call("MPI_Wait", 200 + i, helper), 1, static_cast<size_t>(i / 4)});
  }
  const std::vector<ValueGroup> groups = group_by_function(tree.report, values);
  EXPECT_EQ(named(groups), (Names{{"helper0", 2}, {"helper1", 2}, {"helper2", 2}, {"helper3", 2}}));
  EXPECT_FALSE(groups[0].common.with_calls);
}

// The program calls its main, which has no name, and that the main of Fortran, which has none either: what
// they call stays apart, and MPI_Init in main is a function of its own.
TEST(FunctionGroups, AreNoneOfTheMainsWithoutNames) {
  CallTree tree;
  const CallPathId program = tree.call("ocean", 0);
  tree.report.regions[0].role = "artificial";
  const CallPathId main = tree.call("ocean+0x20", 0, tree.call("ocean+0x10", 0, program));
  std::vector<GroupedValue> values = {{tree.call("MPI_Init", 1, main), 1}};
  for (int64_t i = 0; i < 10; ++i) {
    const CallPathId part = tree.call(i < 6 ? "ocean+0x30" : "ocean+0x40", 5, main);
    values.push_back({tree.call("MPI_Wait", 200 + i, tree.call("helper" + std::to_string(i), i, part)), 1});
  }
  EXPECT_EQ(named(group_by_function(tree.report, values)),
            (Names{{"ocean+0x30", 6}, {"ocean+0x40", 4}, {"", 1}}));
}

// Ten functions right below main: that all are in main helps nobody, so they stay what they are.
TEST(FunctionGroups, AreNeverOfMain) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  std::vector<GroupedValue> values;
  for (int64_t i = 0; i < 10; ++i)
    values.push_back({tree.call("MPI_Wait", 200 + i, tree.call("helper" + std::to_string(i), i, main)), 1});
  EXPECT_EQ(group_by_function(tree.report, values).size(), 10);
}

// Six gaps of step and six times in one of them without a core: gaps are of the function that they are in,
// which is not the one that they are below; not running is another kind.
TEST(FunctionGroups, HaveGapsInTheirFunction) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  std::vector<GroupedValue> values;
  for (int64_t i = 0; i < 6; ++i) {
    const CallPathId gap = tree.call("step (a.c:" + std::to_string(i) + " → a.c:9)", -1, main);
    values.push_back({gap, 10, 0});
    values.push_back({tree.call("not running", -1, gap), 1, 1});
  }
  EXPECT_EQ(named(group_by_function(tree.report, values)), (Names{{"step", 60}, {"step", 6}}));
}

// A library's header has the calls of MPI: the lines are those of the program that led there, and so are the
// functions.
TEST(FunctionGroups, AreOfTheProgramsOwnCode) {
  CallTree tree;
  const CallPathId main = tree.call("main", 0);
  std::vector<GroupedValue> values;
  for (const int64_t line : {52, 52, 61}) {
    const CallPathId wrapper = tree.call("lib::reduce", line, tree.call("solve", 5, main));
    values.push_back({tree.call("MPI_Allreduce", 36, wrapper), 1});
    tree.report.call_paths.back().call_file = "/usr/include/lib/reduce.hpp";
  }
  EXPECT_EQ(named(group_by_function(tree.report, values)),
            (Names{{"solve/MPI_Allreduce (a.c:52)", 2}, {"", 1}}));
}

TEST(FunctionGroups, OfARecursionAreOneFunction) {
  CallTree tree;
  CallPathId path = tree.call("main", 0);
  std::vector<GroupedValue> values;
  for (int64_t depth = 0; depth < 7; ++depth) {
    path = tree.call("visit", 40, path);
    values.push_back({tree.call("MPI_Send", 50 + depth, path), 1});
  }
  EXPECT_EQ(named(group_by_function(tree.report, values)), (Names{{"visit", 7}}));
}

}  // namespace
}  // namespace latecomer::findings
