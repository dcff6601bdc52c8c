// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "comm/comm.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "operations.h"
#include "support/run_ranks.h"

namespace latecomer {
namespace {

TEST(Serial, EveryOperation) {
  expect_every_operation_works(*serial_comm());
}

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, EveryOperation) {
  std::atomic<int> ranks = 0;
  run_ranks(GetParam(), [&](Comm& comm) {
    EXPECT_EQ(comm.size(), GetParam());
    ranks += 1 << comm.rank();
    expect_every_operation_works(comm);
  });
  EXPECT_EQ(ranks, (1 << GetParam()) - 1);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Threads, testing::Values(1, 2, 3, 5, 8));

/// What `run_ranks` throws, or "nothing".
std::string failure_of(int size, const std::function<void(Comm&)>& body) {
  try {
    run_ranks(size, body);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

TEST(RunRanks, ExceptionOfOneRankEndsTheOthers) {
  EXPECT_EQ(failure_of(3,
                       [](Comm& comm) {
                         if (comm.rank() == 1) throw std::runtime_error("rank 1 gave up");
                         comm.barrier();
                       }),
            "rank 1 gave up");
}

TEST(RunRanks, RankThatLeavesEarlyIsNamed) {
  EXPECT_EQ(failure_of(2,
                       [](Comm& comm) {
                         if (comm.rank() == 1) comm.receive(0);
                       }),
            "run_ranks: no rank can go on: rank 0 has ended; rank 1 waits for rank 0");
}

TEST(RunRanks, CircleOfWaitingRanksIsNamed) {
  EXPECT_EQ(failure_of(3, [](Comm& comm) { comm.receive((comm.rank() + 1) % 3); }),
            "run_ranks: no rank can go on: rank 0 waits for rank 1; rank 1 waits for rank 2; rank 2 waits "
            "for rank 0");
}

TEST(RunRanks, RankThatLeavesWhileOthersWaitForPostsIsNamed) {
  EXPECT_EQ(failure_of(2,
                       [](Comm& comm) {
                         if (comm.rank() == 1) comm.collect();
                       }),
            "run_ranks: no rank can go on: rank 0 has ended; rank 1 waits for posts");
}

TEST(RunRanks, MessageThatNobodyReceivesIsNamed) {
  EXPECT_EQ(failure_of(2,
                       [](Comm& comm) {
                         if (comm.rank() == 0) comm.send(1, Bytes(1));
                       }),
            "run_ranks: rank 1 never received a message from rank 0");
}

TEST(CheckDeathTest, BrokenInvariantInOneRankEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(run_ranks(2,
                         [](Comm& comm) {
                           CHECK(comm.rank() == 0);
                           comm.barrier();
                         }),
               "comm.rank\\(\\) == 0 does not hold");
}

}  // namespace
}  // namespace latecomer
