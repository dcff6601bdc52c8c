// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "cli/conditions.h"

#include <gtest/gtest.h>

namespace latecomer::cli {
namespace {

using namespace findings;

TEST(Conditions, AreRead) {
  const Result<Condition> relative = parse_condition("mpi_latesender>+12.5%");
  ASSERT_TRUE(relative);
  EXPECT_EQ(relative->metric, "mpi_latesender");
  EXPECT_EQ(relative->limit, 0.125);
  EXPECT_TRUE(relative->is_relative);
  const Result<Condition> absolute = parse_condition("time>+1e-3");
  ASSERT_TRUE(absolute);
  EXPECT_EQ(absolute->metric, "time");
  EXPECT_EQ(absolute->limit, 1e-3);
  EXPECT_FALSE(absolute->is_relative);
  for (const char* wrong : {"", "time", "time>5", ">+5", "time>+", "time>+%", "time>+5%%", "time>+-5",
                            "time>+5 s", "time>+inf", "time>+nan"})
    EXPECT_FALSE(parse_condition(wrong)) << wrong;
}

/// "time" has these runs; the limits are those of +10 %, and of +1 s.
std::vector<std::string> met(const std::vector<double>& base, const std::vector<double>& other) {
  Comparison comparison;
  comparison.metrics.push_back({"time", "Time", "sec", {sample_of(base), sample_of(other)}});
  return *conditions_met({*parse_condition("time>+10%"), *parse_condition("time>+1")}, comparison);
}

TEST(Conditions, AreMetByWhatGrewMore) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(met({20}, {21}), Texts());
  EXPECT_EQ(met({20}, {21.5}), Texts{"time>+1: 20.0 s became 21.5 s, +7.5%"});
  EXPECT_EQ(met({2}, {2.5}), Texts{"time>+10%: 2.00 s became 2.50 s, +25.0%"});
  EXPECT_EQ(met({20}, {22.5}).size(), 2);
  EXPECT_EQ(met({20}, {10}), Texts());
  EXPECT_EQ(met({0}, {0.5}), Texts{"time>+10%: 0 s became 500 ms, from 0"});
  EXPECT_EQ(met({0}, {0}), Texts());
  // Mean 20, deviation 14.1, error 10: 25 is within it.
  EXPECT_EQ(met({10, 30}, {25, 25}), Texts());
}

TEST(Conditions, NameNearMetrics) {
  Comparison comparison;
  comparison.metrics.push_back({"mpi_latesender", "Late Sender", "sec", {}});
  const Result<std::vector<std::string>> found =
      conditions_met({*parse_condition("mpi_latesendr>+1")}, comparison);
  ASSERT_FALSE(found);
  EXPECT_EQ(
      found.error().message,
      "--fail-if mpi_latesendr>+1: the report has no metric 'mpi_latesendr'; is it one of: mpi_latesender?");
}

}  // namespace
}  // namespace latecomer::cli
