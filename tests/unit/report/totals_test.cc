// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/totals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace latecomer::report {
namespace {

constexpr CallPathId kMain(0);
constexpr CallPathId kSolve(1);
constexpr CallPathId kExchange(2);

constexpr MetricId kExclusive(0);
constexpr MetricId kInclusive(1);
constexpr MetricId kLongest(2);
constexpr MetricId kPart(3);

/// main { solve { exchange } } on two ranks, rank 0 with two threads. The same times twice: each call path's
/// own, and with what it calls; the longest visit; and the half of the own times as a child metric.
///
///     own         main 1 2 3    solve 10 20 30    exchange 100 0 300
class Totals : public testing::Test {
 protected:
  void SetUp() override {
    report_.metrics.resize(4);
    for (Metric& metric : report_.metrics) metric.data_type = "FLOAT";
    report_.metrics[1].kind = MetricKind::inclusive;
    report_.metrics[2].data_type = "MAXDOUBLE";
    report_.metrics[3].parent = kExclusive;
    report_.regions.resize(3);
    report_.call_paths = {{CallPathId(), RegionId(0)}, {kMain, RegionId(1)}, {kSolve, RegionId(2)}};
    report_.location_groups.resize(2);
    for (size_t group : {0, 0, 1}) report_.locations.push_back({"", "", 0, LocationGroupId(group)});
    put(kExclusive, {1, 2, 3}, {10, 20, 30}, {100, 0, 300});
    put(kInclusive, {111, 22, 333}, {110, 20, 330}, {100, 0, 300});
    put(kLongest, {1, 2, 3}, {9, 1, 1}, {4, 5, 6});
    put(kPart, {0.5, 1, 1.5}, {5, 10, 15}, {50, 0, 150});
  }

  void put(MetricId metric, const std::vector<double>& main, const std::vector<double>& solve,
           const std::vector<double>& exchange) {
    report_.set_row(metric, kMain, main);
    report_.set_row(metric, kSolve, solve);
    report_.set_row(metric, kExchange, exchange);
  }

  Report report_;
};

using Values = std::vector<double>;

TEST_F(Totals, DoNotDependOnHowValuesAreStored) {
  for (MetricId metric : {kExclusive, kInclusive}) {
    EXPECT_EQ(total(report_, metric), 466);
    EXPECT_EQ(per_call_path(report_, metric, Below::excluded), (Values{6, 60, 400}));
    EXPECT_EQ(per_call_path(report_, metric, Below::included), (Values{466, 460, 400}));
    EXPECT_EQ(per_location(report_, metric), (Values{111, 22, 333}));
    EXPECT_EQ(per_location(report_, metric, kSolve, Below::excluded), (Values{10, 20, 30}));
    EXPECT_EQ(per_location(report_, metric, kSolve, Below::included), (Values{110, 20, 330}));
  }
}

TEST_F(Totals, TakeTheLargestOfMaxima) {
  EXPECT_EQ(total(report_, kLongest), 9);
  EXPECT_EQ(per_call_path(report_, kLongest, Below::included), (Values{9, 9, 6}));
  EXPECT_EQ(per_location(report_, kLongest, kMain, Below::included), (Values{9, 5, 6}));
  EXPECT_EQ(per_group(report_, kLongest, per_location(report_, kLongest)), (Values{9, 6}));
}

TEST_F(Totals, OfAMetricWithoutItsChildren) {
  EXPECT_EQ(total_without_children(report_, kExclusive), 233);
}

TEST_F(Totals, AddUpTheThreadsOfAProcess) {
  EXPECT_EQ(per_group(report_, kExclusive, per_location(report_, kExclusive)), (Values{133, 333}));
}

TEST(SpreadOf, Values) {
  const Spread s = spread(std::vector<double>{4, 1, 4});
  EXPECT_EQ(s.minimum, 1);
  EXPECT_EQ(s.mean, 3);
  EXPECT_EQ(s.maximum, 4);
}

}  // namespace
}  // namespace latecomer::report
