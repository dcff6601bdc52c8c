// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "report/locations.h"
#include "support/run_ranks.h"

namespace latecomer::query {
namespace {

using namespace report;

constexpr CallPathId kMain(0);
constexpr CallPathId kSolve(1);
constexpr CallPathId kExchange(2);

constexpr MetricId kExclusive(0);
constexpr MetricId kInclusive(1);
constexpr MetricId kLongest(2);
constexpr MetricId kPart(3);

using Values = std::vector<double>;

/// main { solve { exchange } } on two ranks on a node each, rank 0 with two threads. The same times twice:
/// each call path's own, and with what it calls; the longest visit; and the half of the own times as a child
/// metric.
///
///     own         main 1 2 3    solve 10 20 30    exchange 100 0 300
Report example() {
  Report report;
  report.metrics.resize(4);
  for (Metric& metric : report.metrics) metric.data_type = "FLOAT";
  report.metrics[1].kind = MetricKind::inclusive;
  report.metrics[2].data_type = "MAXDOUBLE";
  report.metrics[3].parent = kExclusive;
  report.regions.resize(3);
  report.call_paths = {{CallPathId(), RegionId(0)}, {kMain, RegionId(1)}, {kSolve, RegionId(2)}};
  report.system_nodes = {{"machine", "machine", {}}, {"node 1", "node", SystemNodeId(0)}};
  report.location_groups = {{"", "", 0, SystemNodeId(0)}, {"", "", 1, SystemNodeId(1)}};
  for (size_t group : {0, 0, 1}) report.locations.push_back({"", "", 0, LocationGroupId(group)});
  const auto put = [&](MetricId metric, const Values& main, const Values& solve, const Values& exchange) {
    report.set_row(metric, kMain, main);
    report.set_row(metric, kSolve, solve);
    report.set_row(metric, kExchange, exchange);
  };
  put(kExclusive, {1, 2, 3}, {10, 20, 30}, {100, 0, 300});
  put(kInclusive, {111, 22, 333}, {110, 20, 330}, {100, 0, 300});
  put(kLongest, {1, 2, 3}, {9, 1, 1}, {4, 5, 6});
  put(kPart, {0.5, 1, 1.5}, {5, 10, 15}, {50, 0, 150});
  return report;
}

/// Calls `check` with the report's space on one rank, and on two that have its call paths by turns.
template <class Check>
void on_ranks(const Report& report, const Check& check) {
  check(Space(report));
  run_ranks(2, [&](Comm& comm) {
    std::vector<int> owners;
    for (size_t i = 0; i < report.call_paths.size(); ++i) owners.push_back(static_cast<int>(i % 2));
    check(Space(report, comm, owners));
  });
}

TEST(Space, HasTheSameValuesHoweverTheyAreStored) {
  on_ranks(example(), [](const Space& space) {
    for (const MetricId metric : {kExclusive, kInclusive}) {
      EXPECT_EQ(space.total(metric), 466);
      EXPECT_EQ(space.per_call_path(metric, Below::excluded), (Values{6, 60, 400}));
      EXPECT_EQ(space.per_call_path(metric, Below::included), (Values{466, 460, 400}));
      EXPECT_EQ(space.per_location(metric), (Values{111, 22, 333}));
      EXPECT_EQ(space.per_location(metric, kSolve, Below::excluded), (Values{10, 20, 30}));
      EXPECT_EQ(space.per_location(metric, kSolve, Below::included), (Values{110, 20, 330}));
    }
  });
}

TEST(Space, HasTheValuesOfAPartOfTheSystem) {
  on_ranks(example(), [](const Space& space) {
    for (const MetricId metric : {kExclusive, kInclusive}) {
      const auto included = [&](const SystemPart& where) {
        return space.by_call_path(metric, Below::included, where).numbers();
      };
      EXPECT_EQ(included(SystemNodeId(0)), (Values{466, 460, 400}));
      EXPECT_EQ(included(SystemNodeId(1)), (Values{333, 330, 300})) << "rank 1";
      EXPECT_EQ(included(LocationGroupId(0)), (Values{133, 130, 100})) << "111 + 22, 110 + 20, 100 + 0";
      EXPECT_EQ(included(LocationId(1)), (Values{22, 20, 0}));
      EXPECT_EQ(space.by_call_path(metric, Below::excluded, LocationGroupId(0)).numbers(),
                (Values{3, 30, 100}));
    }
  });
}

TEST(Space, TakesTheLargestOfMaxima) {
  const Report report = example();
  on_ranks(report, [&](const Space& space) {
    EXPECT_EQ(space.total(kLongest), 9);
    EXPECT_EQ(space.per_call_path(kLongest, Below::included), (Values{9, 9, 6}));
    EXPECT_EQ(space.per_location(kLongest, kMain, Below::included), (Values{9, 5, 6}));
    EXPECT_EQ(per_group(report, kLongest, space.per_location(kLongest)), (Values{9, 6}));
  });
}

TEST(Space, TakesWhatIsNotStoredForZero) {
  Report report;
  report.metrics.resize(2);
  report.metrics[0].data_type = "MINDOUBLE";
  report.metrics[1].data_type = "SCALE_FUNC";  // whose values nobody knows
  report.regions.resize(1);
  report.call_paths = {{CallPathId(), RegionId(0)}, {kMain, RegionId(0)}};
  report.location_groups.resize(1);
  report.locations.resize(1, {"", "", 0, LocationGroupId(0)});
  report.set_row(MetricId(0), kMain, {2});
  on_ranks(report, [](const Space& space) {
    EXPECT_EQ(space.total(MetricId(0)), 0) << "the smaller one of 2 and 0";
    EXPECT_EQ(space.per_call_path(MetricId(1), Below::included), (Values{0, 0}));
    EXPECT_EQ(space.total(MetricId(1)), 0);
  });
}

/// The same as a user would add up with pencil and paper: every value of every row, at every call path above.
Values added_up(const Report& report, MetricId metric) {
  Values sums(report.call_paths.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    double sum = 0;
    for (const double value : report.row(metric, CallPathId(i))) sum += value;
    for (CallPathId at(i); at.valid(); at = report.call_paths[at.index()].parent) sums[at.index()] += sum;
  }
  return sums;
}

// Trees whose call paths are not depth first, several roots among them, with small integers, so that sums are
// exact in any order.
TEST(Space, AddsUpAnyTree) {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    Report report;
    report.metrics.resize(1);
    report.metrics[0].data_type = "DOUBLE";
    report.regions.resize(1);
    report.location_groups.resize(1);
    report.locations.resize(3, {"", "", 0, LocationGroupId(0)});
    for (size_t i = 0; i < 20; ++i) {
      const bool is_root = i == 0 || random() % 8 == 0;
      report.call_paths.push_back({is_root ? CallPathId() : CallPathId(random() % i), RegionId(0)});
      const auto digit = [&] { return static_cast<double>(random() % 10); };
      if (random() % 4 != 0) report.set_row(MetricId(0), CallPathId(i), {digit(), digit(), digit()});
    }
    on_ranks(report, [&](const Space& space) {
      const Values expected = added_up(report, MetricId(0));
      EXPECT_EQ(space.per_call_path(MetricId(0), Below::included), expected);
      for (size_t i = 0; i < expected.size(); ++i) {
        const Column at = space.by_location(MetricId(0), CallPathId(i), Below::included);
        EXPECT_EQ(at.combined().number(0), expected[i]);
      }
    });
  }
}

}  // namespace
}  // namespace latecomer::query
