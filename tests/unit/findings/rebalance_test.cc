// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Loads of few processes, and what becomes of them, found by hand.

#include "findings/rebalance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "call_tree.h"
#include "findings/phases.h"

namespace latecomer::findings {
namespace {

using Pairs = std::vector<std::pair<size_t, size_t>>;

constexpr Strategy kEvery = {.every = 1};
constexpr Strategy kEachForeseen = {.every = 1, .is_foreseen = true};

Strategy once(const Loads& loads) {
  return {.every = loads.front().size(), .is_foreseen = true};
}

Rebalanced rebalanced(const Loads& loads, const Strategy& strategy, const MovingCosts& costs = {}) {
  return rebalance(loads, strategy, costs, std::nullopt);
}

void expect_loads(const Loads& found, const Loads& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t p = 0; p < found.size(); ++p) {
    ASSERT_EQ(found[p].size(), expected[p].size());
    for (size_t i = 0; i < found[p].size(); ++i)
      EXPECT_NEAR(found[p][i], expected[p][i], 1e-12) << "process " << p << ", iteration " << i;
  }
}

/// Is an imbalance that moves from one process to the other.
const Loads kMoving = {{3, 1}, {1, 3}};

TEST(Rebalance, OnceByWhatAllIterationsTake) {
  const Rebalanced same = rebalanced(kMoving, once(kMoving));  // 4 s each
  expect_loads(same.loads, kMoving);
  EXPECT_EQ(same.migrations, 0U);
  EXPECT_EQ(same.moved_seconds(), 0);
  // 8 and 4 s: process 0 gives a quarter of its work.
  const Loads loads = {{5, 3}, {3, 1}};
  const Rebalanced after = rebalanced(loads, once(loads));
  expect_loads(after.loads, {{3.75, 2.25}, {4.25, 1.75}});
  EXPECT_EQ(after.migrations, 2U);
  EXPECT_NEAR(after.moved_seconds(), 2, 1e-12);
}

TEST(Rebalance, ByTheLastIterationComesTooLateWhereTheImbalanceMoves) {
  const Rebalanced after = rebalanced(kMoving, kEvery, {.migration = 0.25});
  expect_loads(after.loads, {{3, 2.0 / 3 + 0.25}, {1, 3 + 1.0 / 3 + 0.25}});
  ASSERT_EQ(after.moved.size(), 1U);
  EXPECT_EQ(after.moved[0].from, 0U);
  EXPECT_EQ(after.moved[0].to, 1U);
  EXPECT_NEAR(after.moved[0].seconds, 1.0 / 3, 1e-12);
  EXPECT_EQ(after.migrations, 2U);
  EXPECT_DOUBLE_EQ(after.cost, 0.5);
}

TEST(Rebalance, WhatIsForeseenIsEven) {
  const Rebalanced after = rebalanced(kMoving, kEachForeseen);
  expect_loads(after.loads, {{2, 2}, {2, 2}});
  EXPECT_EQ(after.migrations, 4U);
  EXPECT_NEAR(after.moved_seconds(), 2, 1e-12);
  EXPECT_NEAR(balance_of(kMoving), 2.0 / 3, 1e-12);
  EXPECT_NEAR(balance_of(after.loads), 1, 1e-12);
}

TEST(Rebalance, WhatStaysAsItWasMovesOnce) {
  const Loads loads = {{3, 3, 3, 3, 3}, {1, 1, 1, 1, 1}};
  const Rebalanced after = rebalanced(loads, {.every = 2}, {.migration = 0.5});
  expect_loads(after.loads, {{3, 3, 2.5, 2, 2}, {1, 1, 2.5, 2, 2}});
  EXPECT_EQ(after.migrations, 2U);
  EXPECT_DOUBLE_EQ(after.cost, 1);
}

TEST(Rebalance, WholePiecesMove) {
  const Loads loads = {{5, 5}, {1, 1}, {3, 3}};
  expect_loads(rebalanced(loads, once(loads), {.grain = 1.5}).loads, {{3.5, 3.5}, {2.5, 2.5}, {3, 3}});
  EXPECT_EQ(rebalanced(loads, once(loads), {.grain = 2.5}).migrations, 0U);
  // 0.3 s are three pieces, whatever the sum of their floating-point numbers is.
  const Loads tenths = {{1.3}, {0.7}};
  expect_loads(rebalanced(tenths, once(tenths), {.grain = 0.1}).loads, {{1}, {1}});
  // What the second process has no room for goes to the third.
  const Loads room = {{6}, {2.5}, {0.5}};
  expect_loads(rebalanced(room, once(room), {.grain = 1}).loads, {{4}, {2.5}, {2.5}});
}

TEST(Rebalance, TheSamePiecesDoNotMoveAgain) {
  // One piece of 1 s each time, of loads that are not quite the same.
  const Loads loads = {{3, 3.1, 2.95, 3}, {1, 1.05, 0.9, 1}};
  EXPECT_EQ(rebalanced(loads, kEvery).migrations, 6U);
  EXPECT_EQ(rebalanced(loads, kEvery, {.grain = 0.9}).migrations, 2U);
}

TEST(Rebalance, NeighboursEvenOutPairByPair) {
  const Neighbours chain = {"chain", {{0, 1}, {1, 2}}};
  const Loads loads = {{4}, {1}, {1}};
  const Rebalanced after = rebalance(loads, once(loads), {}, chain);
  // 2.5 2.5 1, 2.5 1.75 1.75; 2.125 2.125 1.75, 2.125 1.9375 1.9375; and so on, four times.
  expect_loads(after.loads, {{2.0078125}, {1.99609375}, {1.99609375}});
  const auto is_through = [](const MovedWork& each) { return each.from == 0 && each.to == 2; };
  EXPECT_EQ(std::ranges::count_if(after.moved, is_through), 1);
  expect_loads(rebalanced(loads, once(loads)).loads, {{2}, {2}, {2}});
  // With pieces of 1 s, the first pair moves one, and no other has two to share.
  expect_loads(rebalance(loads, once(loads), {.grain = 1}, chain).loads, {{3}, {2}, {1}});
}

TEST(Rebalance, WhoHasNothingInAnIterationGetsNothing) {
  const Loads ends_early = {{3, 3}, {1, 0}};
  const Rebalanced after = rebalanced(ends_early, kEvery, {.migration = 0.25});
  expect_loads(after.loads, {{3, 3.25}, {1, 0}});
  EXPECT_EQ(after.moved_seconds(), 0);
  EXPECT_DOUBLE_EQ(after.cost, 0.25);  // process 1 has no iteration to lose it in
  // Nor does one that had nothing in the last iteration: the mean is that of the others.
  const Loads begins_late = {{3, 3}, {0, 1}, {1, 1}};
  expect_loads(rebalanced(begins_late, kEvery).loads, {{3, 2}, {0, 1}, {1, 2}});
}

TEST(Rebalance, TriesWhatDiffers) {
  const auto tried = [](size_t iterations, std::optional<size_t> every) {
    std::string text;
    for (const Strategy& each : strategies_for(iterations, every))
      text += std::to_string(each.every) + (each.is_foreseen ? "f " : " ");
    return text;
  };
  EXPECT_EQ(tried(20, std::nullopt), "20f 1 10 1f ");
  EXPECT_EQ(tried(20, 4), "20f 4 1f ");
  EXPECT_EQ(tried(10, std::nullopt), "10f 1 1f ");
  EXPECT_EQ(tried(1, std::nullopt), "1f ");
}

TEST(Rebalance, TheBestIsOneThatAProgramCanFollow) {
  const Rebalancing found = {
      .path = "f",
      .ranks = {0, 1},
      .phases = {},
      .neighbours = std::nullopt,
      .costs = {},
      .recorded = kMoving,
      .run_seconds = 6.4,
      .tried = {{once(kMoving), {}, 6.4}, {kEvery, {}, 6.2}, {kEachForeseen, {}, 4.4}}};
  EXPECT_EQ(&found.best(), &found.tried[1]);
  EXPECT_FALSE(found.pays(found.tried[0]));
  EXPECT_TRUE(found.pays(found.tried[1]));
  EXPECT_NEAR(found.gain(found.tried[2]), 0.3125, 1e-12);
  const Json json = parse_json(to_json(found));
  EXPECT_EQ(json["phases"], Json());
  EXPECT_EQ(json["strategies"][0]["every"], Json());  // once
  EXPECT_EQ(json["strategies"][2]["every"], 1);
  EXPECT_EQ(json["recorded"]["work"], 8);
}

report::Report ranks_in(std::vector<report::Topology> topologies, size_t ranks) {
  CallTree tree;
  for (size_t r = 0; r < ranks; ++r) tree.rank(1);
  for (report::Topology& each : topologies) {
    each.locations.resize(ranks);
    for (size_t r = 0; r < ranks; ++r) each.locations[r] = report::LocationId(r);
  }
  tree.report.topologies = std::move(topologies);
  return tree.report;
}

TEST(Neighbours, AreNextToEachOtherInOneDimension) {
  const report::Topology threads = {"Process x Thread", {{"Process", 4, false}}, {}, {0, 1, 2, 3}};
  EXPECT_FALSE(recorded_neighbours(ranks_in({threads}, 4)));
  const report::Topology chain = {"chain", {{"x", 4, false}}, {}, {0, 1, 2, 3}};
  EXPECT_EQ(recorded_neighbours(ranks_in({threads, chain}, 4))->pairs, (Pairs{{0, 1}, {2, 3}, {1, 2}}));
  const report::Topology ring = {"ring", {{"x", 4, true}}, {}, {0, 1, 2, 3}};
  EXPECT_EQ(recorded_neighbours(ranks_in({ring}, 4))->pairs, (Pairs{{0, 1}, {2, 3}, {1, 2}, {0, 3}}));
  // Both ways around a ring of two lead to the same process.
  const report::Topology square = {"square", {{"x", 2, true}, {"y", 2, false}}, {}, {0, 0, 0, 1, 1, 0, 1, 1}};
  const std::optional<Neighbours> found = recorded_neighbours(ranks_in({square}, 4));
  EXPECT_EQ(found->topology, "square");
  EXPECT_EQ(found->pairs, (Pairs{{0, 2}, {1, 3}, {0, 1}, {2, 3}}));
}

TEST(PhasesOfPaths, AreInTheOrderOfTheirNumbers) {
  CallTree tree;
  const report::CallPathId main = tree.call("main", 1);
  const report::CallPathId tenth = tree.call("iteration 10", 2, main);
  const report::CallPathId second = tree.call("iteration 2", 2, main);
  const report::CallPathId solve = tree.call("solve", 3, tenth);
  const report::CallPathId inner = tree.call("iteration 1", 3, second);
  const report::CallPathId solve_inner = tree.call("solve", 3, inner);
  const PhasesOfPaths found = phases_of_paths(tree.report, {solve, solve_inner});
  EXPECT_EQ(found.names, (std::vector<std::string>{"iteration 2, iteration 1", "iteration 10"}));
  EXPECT_EQ(found.of_path[solve.index()], 1U);
  EXPECT_EQ(found.of_path[solve_inner.index()], 0U);
  EXPECT_FALSE(found.of_path[main.index()]);
  EXPECT_FALSE(found.of_path[second.index()]);  // is not asked for
  // What is below a call path counts as well.
  EXPECT_EQ(phases_of_paths(tree.report, {main}).names,
            (std::vector<std::string>{"iteration 2", "iteration 2, iteration 1", "iteration 10"}));
}

}  // namespace
}  // namespace latecomer::findings
