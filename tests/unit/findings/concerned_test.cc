// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/concerned.h"

#include <gtest/gtest.h>

#include "call_tree.h"
#include "query/space.h"
#include "report/metrics.h"

namespace latecomer::findings {
namespace {

using namespace report;

// Rank 0 has three threads, rank 1 has two.
class Concerned : public testing::Test {
 protected:
  Concerned() {
    tree.rank(3);
    tree.rank(2);
    tree.report.metrics = builtin_metrics();
    path = tree.call("pthread_mutex_lock", 5, tree.call("main", 0));
  }
  std::optional<ConcernedThread> of(const std::vector<double>& waits) {
    const Builtin metric = Builtin::pthread_lock_contention_mutex_lock;
    tree.report.set_row(metric_id(metric), path, waits);
    const query::Space space(tree.report);
    return concerned_thread(space, wait_states(space).at(0));
  }

  CallTree tree;
  CallPathId path;
};

TEST_F(Concerned, the_thread_with_more_than_half_of_the_worst_rank) {
  const std::optional<ConcernedThread> thread = of({1, 1, 5, 2, 2});
  ASSERT_TRUE(thread);
  EXPECT_EQ(thread->location, LocationId(2));
  EXPECT_DOUBLE_EQ(thread->seconds, 5);
  EXPECT_EQ(of({1, 0, 0, 2, 4}).value().location, LocationId(4)) << "of rank 1, which has most";
}

TEST_F(Concerned, no_thread_where_none_stands_out) {
  EXPECT_FALSE(of({3, 3, 3, 1, 1}));
  EXPECT_FALSE(of({9, 1, 1, 1, 1})) << "the first one is what the rank stands for";
}

// 7 of 10 seconds are in iteration 2 of four; three phases have nothing, or little.
TEST_F(Concerned, the_phase_with_more_than_its_part) {
  CommonCode common;
  for (int i = 0; i < 4; ++i)
    common.paths.push_back(
        {tree.call("MPI_Recv", 9, tree.call("iteration " + std::to_string(i), 3)), i == 2 ? 7.0 : 1.0});
  const std::optional<ConcernedPhase> phase = concerned_phase(tree.report, common);
  ASSERT_TRUE(phase);
  EXPECT_EQ(phase->name, "iteration 2");
  EXPECT_DOUBLE_EQ(phase->share, 0.7);
  EXPECT_EQ(phase->count, 4U);
  for (PathSeconds& each : common.paths) each.seconds = 2;
  EXPECT_FALSE(concerned_phase(tree.report, common));
  EXPECT_FALSE(concerned_phase(tree.report, {}));
}

}  // namespace
}  // namespace latecomer::findings
