// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace latecomer::findings {
namespace {

using namespace query;
using namespace report;

constexpr CallPathId kMain(0);

Difference difference(const std::vector<double>& base, const std::vector<double>& other) {
  return {sample_of(base), sample_of(other)};
}

TEST(Difference, IsSignificantBeyondTwoStandardErrors) {
  // 0 and 2: mean 1, variance (1 + 1) / 1 = 2, squared error 2 / 2 = 1. The other side does not spread.
  EXPECT_EQ(difference({0, 2}, {2.75, 2.75}).is_significant(), false);
  EXPECT_EQ(difference({0, 2}, {3.25, 3.25}).is_significant(), true);
  EXPECT_EQ(difference({0, 2}, {-1.25, -1.25}).is_significant(), true);
  // Both have a squared error of 1: 2 sqrt(2) = 2.83.
  EXPECT_EQ(difference({0, 2}, {2.75, 4.75}).is_significant(), false);
  EXPECT_EQ(difference({0, 2}, {2.9, 4.9}).is_significant(), true);
  // Nothing spreads.
  EXPECT_EQ(difference({5, 5}, {5, 5}).is_significant(), false);
  EXPECT_EQ(difference({5, 5}, {6, 6}).is_significant(), true);
}

TEST(Difference, SaysNothingAboutNoiseWithOneRun) {
  EXPECT_EQ(difference({1}, {100}).is_significant(), std::nullopt);
  EXPECT_EQ(difference({1}, {100, 101}).is_significant(), std::nullopt);
  EXPECT_EQ(difference({1, 2}, {100}).is_significant(), std::nullopt);
  EXPECT_EQ(sample_of(std::vector<double>{7}).deviation, 0);
}

TEST(Difference, IsRelativeToTheBase) {
  EXPECT_EQ(difference({4}, {5}).relative(), 0.25);
  EXPECT_EQ(difference({4}, {3}).relative(), -0.25);
  EXPECT_EQ(difference({-4}, {-3}).relative(), 0.25);
  EXPECT_EQ(difference({0}, {3}).relative(), std::nullopt);
}

/// main { solve, solve, `third` } on two threads, which share the values. Both calls of solve have the same
/// name.
Report run(double main, double solve, const std::string& third, double in_third) {
  Report report;
  report.metrics = {{.id = "time", .name = "Time", .unit = "sec", .data_type = "DOUBLE"}};
  report.regions = {{.name = "main"}, {.name = "solve"}, {.name = third}};
  report.call_paths = {{CallPathId(), RegionId(0)}};
  for (const RegionId region : {RegionId(1), RegionId(1), RegionId(2)})
    report.call_paths.push_back({kMain, region});
  report.system_nodes = {{"machine", "machine", {}}};
  report.location_groups = {{"", "", 0, SystemNodeId(0)}};
  report.locations = {{"", "", 0, LocationGroupId(0)}, {"", "", 1, LocationGroupId(0)}};
  const std::vector<double> values = {main, solve / 4, solve * 3 / 4, in_third};
  for (size_t i = 0; i < values.size(); ++i)
    report.set_row(MetricId(0), CallPathId(i), {values[i] / 2, values[i] / 2});
  return report;
}

Comparison compared(const std::vector<Report>& base, const std::vector<Report>& other) {
  std::deque<Space> spaces;
  std::vector<const Space*> pointers[2];
  for (const auto& [reports, side] : {std::pair(&base, 0), std::pair(&other, 1)}) {
    for (const Report& report : *reports) pointers[side].push_back(&spaces.emplace_back(report));
  }
  return compare(pointers[0], pointers[1]);
}

TEST(Compare, FindsWhatGotSlowerAndWhere) {
  const Comparison found = compared({run(1, 12, "a", 0), run(1, 8, "a", 0), run(1, 16, "a", 0)},
                                    {run(1, 24, "b", 4), run(1, 20, "b", 0), run(1, 16, "b", 8)});
  // solve: 12, 8, 16: mean 12, deviation 4; then 24, 20, 16: mean 20, deviation 4; error sqrt(16/3 + 16/3)
  // = 3.27; b:     0; then 4, 0, 8: mean 4, deviation 4; error sqrt(16/3) = 2.31 in all 13, 9, 17: mean 13,
  // deviation 4; then 29, 21, 25: mean 25, deviation 4
  ASSERT_EQ(found.metrics.size(), 1);
  EXPECT_EQ(found.metrics[0].id, "time");
  EXPECT_EQ(found.metrics[0].total.base.mean, 13);
  EXPECT_EQ(found.metrics[0].total.other.mean, 25);
  EXPECT_EQ(found.metrics[0].total.base.deviation, 4);
  EXPECT_EQ(found.metrics[0].total.is_significant(), true);
  EXPECT_EQ(found.not_compared, std::vector<std::string>());
  ASSERT_EQ(found.call_paths.size(), 2);
  EXPECT_EQ(found.call_paths[0].path, "main/solve");
  EXPECT_EQ(found.call_paths[0].own.absolute(), 8);
  EXPECT_EQ(found.call_paths[0].own.other.deviation, 4);
  EXPECT_EQ(found.call_paths[0].own.is_significant(), true);
  EXPECT_EQ(found.call_paths[1].path, "main/b");
  EXPECT_EQ(found.call_paths[1].own.absolute(), 4);
  EXPECT_EQ(found.call_paths[1].own.relative(), std::nullopt);
  EXPECT_EQ(found.call_paths[1].own.is_significant(), false);
}

TEST(Compare, SaysWhichMetricsAreNotInAll) {
  Report other = run(1, 1, "a", 1);
  other.metrics[0].unit = "ms";
  other.metrics.push_back({.id = "visits", .data_type = "UINT64"});
  const Comparison found = compared({run(1, 1, "a", 1)}, {other});
  EXPECT_EQ(found.metrics.size(), 0);
  EXPECT_EQ(found.not_compared, (std::vector<std::string>{"time", "visits"}));
}

}  // namespace
}  // namespace latecomer::findings
