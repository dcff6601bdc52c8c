// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "query/space.h"
#include "support/run_ranks.h"

namespace latecomer::query {
namespace {

using namespace report;

using Owners = std::vector<int>;

constexpr int kNone = -1;

std::vector<CallPath> tree(const std::vector<int>& parents) {
  std::vector<CallPath> call_paths;
  for (const int parent : parents)
    call_paths.push_back(
        {parent == kNone ? CallPathId() : CallPathId(static_cast<size_t>(parent)), RegionId(0)});
  return call_paths;
}

/// Level by level: below call path i are 2 i + 1 and 2 i + 2.
std::vector<CallPath> binary_tree(int count) {
  std::vector<int> parents = {kNone};
  for (int i = 1; i < count; ++i) parents.push_back((i - 1) / 2);
  return tree(parents);
}

std::vector<CallPath> random_tree(std::mt19937& random, int count) {
  std::vector<int> parents;
  for (int i = 0; i < count; ++i) {
    const bool is_root = i == 0 || random() % 10 == 0;
    parents.push_back(is_root ? kNone : static_cast<int>(random() % static_cast<unsigned>(i)));
  }
  return tree(parents);
}

std::vector<size_t> counts(const Owners& owners, int ranks) {
  std::vector<size_t> counts(static_cast<size_t>(ranks));
  for (const int owner : owners) ++counts.at(static_cast<size_t>(owner));
  return counts;
}

TEST(Distribution, HasNames) {
  for (const Distribution each : kDistributions) EXPECT_EQ(distribution_named(name_of(each)), each);
  EXPECT_EQ(distribution_named("deepest-chain"), Distribution::deepest_chain);
  EXPECT_EQ(distribution_named("auto"), std::nullopt);
}

//          0
//       1     4          numbered depth first; level by level: 0 1 4 2 3 5 6
//      2 3   5 6
TEST(Distribution, DealsASmallTree) {
  const std::vector<CallPath> seven = tree({kNone, 0, 1, 1, 0, 4, 4});
  EXPECT_EQ(owners(Distribution::plain, seven, 2), (Owners{0, 0, 1, 1, 0, 1, 1})) << "0 1 4 | 2 3 5 6";
  EXPECT_EQ(owners(Distribution::round_robin, seven, 2), (Owners{0, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(owners(Distribution::deepest_chain, seven, 2), (Owners{0, 0, 0, 1, 1, 1, 1}))
      << "0 1 2 | 3 4 5 6";
  EXPECT_EQ(counts(owners(Distribution::random, seven, 2), 2), (std::vector<size_t>{3, 4}));
  EXPECT_EQ(owners(Distribution::system, seven, 2), Owners()) << "no call path belongs to a rank";
}

// The shares of 63 call paths on four ranks are 15, 16, 16 and 16.
TEST(Distribution, DealsTheBinaryTreeOf63OnFour) {
  const std::vector<CallPath> call_paths = binary_tree(63);
  const Owners plain = owners(Distribution::plain, call_paths, 4);
  const Owners by_turns = owners(Distribution::round_robin, call_paths, 4);
  for (int i = 0; i < 63; ++i) {
    EXPECT_EQ(plain[static_cast<size_t>(i)], i < 15 ? 0 : i < 31 ? 1 : i < 47 ? 2 : 3);
    EXPECT_EQ(by_turns[static_cast<size_t>(i)], i % 4);
  }
  // Depth first, 3 is followed by its 14 and comes third; 6, the last of the four of its level, by its 14 and
  // nothing else.
  const Owners chains = owners(Distribution::deepest_chain, call_paths, 4);
  EXPECT_EQ(counts(chains, 4), (std::vector<size_t>{15, 16, 16, 16}));
  for (const size_t i : {0, 1, 3, 7, 15, 31, 32}) EXPECT_EQ(chains[i], 0) << "the way to the first leaf";
  for (const size_t i : {4, 9, 19, 39})
    EXPECT_EQ(chains[i], 1) << "18th of the order, and the three after it";
  for (const size_t i : {2, 5, 11, 23, 47}) EXPECT_EQ(chains[i], 2) << "33rd, and the four after it";
  for (const size_t i : {6, 13, 14, 27, 28, 29, 30, 55, 56, 57, 58, 59, 60, 61, 62}) EXPECT_EQ(chains[i], 3);
}

TEST(Distribution, FollowsTheLongestWayFirst) {
  // 0 { 1, 2 { 3 { 4 } }, 5 }: 0 2 3 | 4 1 5
  const std::vector<CallPath> call_paths = tree({kNone, 0, 0, 2, 3, 0});
  EXPECT_EQ(owners(Distribution::deepest_chain, call_paths, 2), (Owners{0, 1, 0, 0, 1, 1}));
  // With one call path more, it ends the chain, and the other rank has two.
  EXPECT_EQ(owners(Distribution::deepest_chain, call_paths, 2, 1), (Owners{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(owners(Distribution::deepest_chain, call_paths, 2, 5), (Owners{0, 1, 0, 0, 0, 1}))
      << "1 does not continue the chain";
  // A chain of eight: four and two more of leverage, and what is left.
  const std::vector<CallPath> chain = tree({kNone, 0, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(owners(Distribution::deepest_chain, chain, 2, 2), (Owners{0, 0, 0, 0, 0, 0, 1, 1}));
}

TEST(Distribution, GivesEveryCallPathToOneRank) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    const int count = static_cast<int>(random() % 40);
    const std::vector<CallPath> call_paths = random_tree(random, count);
    for (const int ranks : {1, 2, 3, 7, 64}) {
      for (const Distribution each : kDistributions) {
        if (each == Distribution::system) continue;
        SCOPED_TRACE(std::string(name_of(each)));
        const Owners dealt = owners(each, call_paths, ranks);
        ASSERT_EQ(dealt.size(), call_paths.size());
        const std::vector<size_t> shares = counts(dealt, ranks);
        const auto [least, most] = std::ranges::minmax(shares);
        EXPECT_LE(most - least, 1);
        EXPECT_EQ(dealt, owners(each, call_paths, ranks)) << "the same on every rank";
      }
      const Owners with_leverage = owners(Distribution::deepest_chain, call_paths, ranks, 3);
      const size_t share = static_cast<size_t>((count + ranks - 1) / ranks);
      EXPECT_LE(std::ranges::max(counts(with_leverage, ranks)), share + 3);
    }
  }
}

TEST(Distribution, DoesNotShuffleInOrder) {
  const std::vector<CallPath> call_paths = binary_tree(64);
  EXPECT_NE(owners(Distribution::random, call_paths, 4), owners(Distribution::plain, call_paths, 4));
  EXPECT_NE(owners(Distribution::random, call_paths, 4), owners(Distribution::round_robin, call_paths, 4));
}

constexpr size_t kLocations = 4;

/// A metric of each of these types on a random tree, with small numbers, whose sums are exact in any order.
/// Some rows are not there.
Report random_report(std::mt19937& random) {
  Report report;
  for (const char* type : {"DOUBLE", "UINT64", "INT32", "MINDOUBLE", "MAXDOUBLE", "RATE", "TAU_ATOMIC",
                           "COMPLEX", "HISTOGRAM(3)"}) {
    Metric metric;
    metric.data_type = type;
    metric.kind = random() % 2 == 0 ? MetricKind::exclusive : MetricKind::inclusive;
    report.metrics.push_back(metric);
  }
  report.regions.resize(1);
  report.call_paths = random_tree(random, 12);
  report.system_nodes = {{"machine", "machine", {}}};
  report.location_groups = {{"", "", 0, SystemNodeId(0)}, {"", "", 1, SystemNodeId(0)}};
  for (size_t i = 0; i < kLocations; ++i) report.locations.push_back({"", "", 0, LocationGroupId(i / 2)});
  for (size_t m = 0; m < report.metrics.size(); ++m) {
    const DataType type = DataType::named(report.metrics[m].data_type).value();
    for (size_t path = 0; path < report.call_paths.size(); ++path) {
      if (random() % 4 == 0) continue;
      Column values(type, kLocations);
      if (type.kind == DataType::Kind::signed_integer)
        for (int64_t& each : values.integers()) each = static_cast<int64_t>(random() % 9) - 4;
      else if (type.kind == DataType::Kind::unsigned_integer)
        for (uint64_t& each : values.naturals()) each = random() % 9;
      else
        for (double& each : values.reals()) each = static_cast<double>(1 + random() % 2);
      report.set_column(MetricId(m), CallPathId(path), values);
    }
  }
  return report;
}

/// All that a space answers about a metric.
std::vector<std::vector<double>> answers(const Space& space, MetricId metric) {
  std::vector<std::vector<double>> all;
  for (const Below below : {Below::excluded, Below::included}) {
    all.push_back(space.per_call_path(metric, below));
    for (const SystemPart& part :
         {SystemPart(SystemNodeId(0)), SystemPart(LocationGroupId(1)), SystemPart(LocationId(2))})
      all.push_back(space.by_call_path(metric, below, part).numbers());
    for (size_t i = 0; i < space.report().call_paths.size(); ++i)
      all.push_back(space.per_location(metric, CallPathId(i), below));
  }
  all.push_back(space.per_location(metric));
  all.push_back({space.total(metric)});
  return all;
}

void expect_equal(const std::vector<std::vector<double>>& found,
                  const std::vector<std::vector<double>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].size(), expected[i].size());
    for (size_t j = 0; j < found[i].size(); ++j)
      EXPECT_NEAR(found[i][j], expected[i][j], 1e-9) << i << ", " << j;
  }
}

// On five ranks, one has no location. Rates of the same divisor add up exactly, others but for rounding.
TEST(Distribution, ChangesNoValue) {
  std::mt19937 random(5);
  for (int round = 0; round < 4; ++round) {
    const Report report = random_report(random);
    std::vector<std::vector<std::vector<double>>> expected;
    const Space whole(report);
    for (size_t m = 0; m < report.metrics.size(); ++m) expected.push_back(answers(whole, MetricId(m)));
    for (const int ranks : {1, 2, 3, 5}) {
      for (const Distribution each : kDistributions) {
        run_ranks(ranks, [&](Comm& comm) {
          const Space space(report, comm, owners(each, report.call_paths, ranks));
          for (size_t m = 0; m < report.metrics.size(); ++m) {
            SCOPED_TRACE(report.metrics[m].data_type + ", " + std::string(name_of(each)));
            expect_equal(answers(space, MetricId(m)), expected[m]);
          }
        });
      }
    }
  }
}

}  // namespace
}  // namespace latecomer::query
