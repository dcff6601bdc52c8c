// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Chains of causes, from the findings store of small traces. A second is a million ticks.

#include "timeline/causes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/generated_archive.h"
#include "support/propagation.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::timeline {
namespace {

using report::LocationId;

constexpr double kSecond = 1e6;

class Causes : public testing::Test {
 protected:
  void SetUp() override {
    report_ = analyze::analyzed(kPropagation, 1);
    Result<std::unique_ptr<timeline::Run>> run = timeline::Run::open(report_, nullptr, "no trace");
    ASSERT_TRUE(run) << run.error().message;
    run_ = std::move(*run);
  }
  std::string path(report::CallPathId id) const { return report_.node_name(id); }

  report::Report report_;
  std::unique_ptr<timeline::Run> run_;
};

// Of rank 2's wait, 2, delay and wait of rank 1 explain 1 + 3: half of each. Rank 1's wait explains 1.5 of
// it.
TEST_F(Causes, AreFollowedToTheDelays) {
  const Result<CauseChain> chain = find_cause(*run_, LocationId(2), 0);
  ASSERT_TRUE(chain);
  ASSERT_EQ(chain->nodes.size(), 2);
  const CauseNode& first = chain->nodes[0];
  EXPECT_EQ(first.wait.wait.cause, LocationId(1));
  EXPECT_EQ(first.cost, 2 * kSecond);
  ASSERT_TRUE(first.interval);
  EXPECT_EQ(first.interval->end, Ticks(6'000'000));
  ASSERT_EQ(first.delays.size(), 1);
  EXPECT_EQ(path(first.delays[0].path), "MPI_Recv");
  EXPECT_EQ(first.delays[0].location, LocationId(1));
  EXPECT_EQ(first.delays[0].time, Ticks(1'000'000));
  EXPECT_DOUBLE_EQ(first.delays[0].cost, 0.5 * kSecond);

  // Of rank 1's wait, 3, the delays 1 and 3 explain 3/4 each of theirs.
  const CauseNode& second = chain->nodes[1];
  EXPECT_EQ(second.parent, 0);
  EXPECT_EQ(second.wait.location, LocationId(1));
  EXPECT_EQ(second.wait.wait.cause, LocationId(0));
  EXPECT_DOUBLE_EQ(second.cost, 1.5 * kSecond);
  ASSERT_EQ(second.delays.size(), 2);
  double cost = 0;
  for (const CauseNode::DelayPart& part : second.delays) {
    EXPECT_TRUE(path(part.path) == "f" || path(part.path) == "g");
    EXPECT_DOUBLE_EQ(part.cost, 0.75 * static_cast<double>(part.time.count));
    cost += part.cost;
  }
  EXPECT_DOUBLE_EQ(cost, 3 * kSecond);
}

/// Whatever is in the chain: what explains a wait state explains all of it [SEMANTICS 3], and no more of a
/// wait of its cause than lies in the interval.
TEST(CausesOfAny, AddUpToTheWaitState) {
  generate::Settings settings;
  settings.pattern = generate::Pattern::halo2d;
  settings.ranks = 16;
  settings.events = 40'000;
  const GeneratedArchive archive(settings);
  const report::Report report = analyze::analyzed(*archive.open(), 1);
  const Result<std::unique_ptr<timeline::Run>> run = timeline::Run::open(report, nullptr, "no trace");
  ASSERT_TRUE(run);
  size_t with_waits = 0;
  for (uint32_t wait = 0; wait < 200; ++wait) {
    const Result<CauseChain> chain = find_cause(**run, LocationId(wait % 16), wait / 16);
    ASSERT_TRUE(chain);
    const CauseNode& first = chain->nodes[0];
    ASSERT_TRUE(first.interval);
    double explained = 0;
    for (const CauseNode::DelayPart& part : first.delays) explained += part.cost;
    for (size_t i = 1; i < chain->nodes.size(); ++i) {
      if (chain->nodes[i].parent != 0) continue;
      explained += chain->nodes[i].cost;
      ++with_waits;
    }
    EXPECT_NEAR(explained, static_cast<double>(first.wait.wait.amount.count), 1e-6) << wait;
  }
  EXPECT_GT(with_waits, 20);
}

TEST_F(Causes, OfNoWaitStateAreAnError) {
  EXPECT_FALSE(find_cause(*run_, LocationId(0), 0));
  EXPECT_FALSE(find_cause(*run_, LocationId(2), 1));
}

// g on rank 0 made rank 1 wait, and through it rank 2.
TEST_F(Causes, AreFollowedFromTheDelays) {
  const Result<CausedWaits> caused =
      find_caused(*run_, LocationId(0), {Ticks(2'000'000), Ticks(5'000'000)}, {});
  ASSERT_TRUE(caused);
  ASSERT_EQ(caused->waits.size(), 2);
  EXPECT_EQ(caused->waits[0].wait.location, LocationId(1));
  EXPECT_FALSE(caused->waits[0].through);
  EXPECT_EQ(caused->waits[1].wait.location, LocationId(2));
  EXPECT_EQ(caused->waits[1].through, 0);
}

TEST_F(Causes, AreOfTheCallPathOnly) {
  const auto of = [&](const std::string& name) {
    for (size_t p = 0; p < report_.call_paths.size(); ++p)
      if (path(report::CallPathId(p)) == name) return report::CallPathId(p);
    return report::CallPathId();
  };
  const store::Interval always{Ticks(0), Ticks(6'000'000)};
  EXPECT_EQ(find_caused(*run_, LocationId(0), always, of("g"))->waits.size(), 2);
  EXPECT_EQ(find_caused(*run_, LocationId(0), always, of("h"))->waits.size(), 0);
}

}  // namespace
}  // namespace latecomer::timeline
