// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/metrics.h"

#include <gtest/gtest.h>

#include <set>

namespace latecomer::report {
namespace {

TEST(BuiltinMetrics, HaveUniqueIdsParentsBeforeThemAndATextEach) {
  std::set<std::string> ids;
  const std::vector<Metric> metrics = builtin_metrics();
  for (size_t i = 0; i < metrics.size(); ++i) {
    const Metric& metric = metrics[i];
    EXPECT_TRUE(ids.insert(metric.id).second) << metric.id;
    EXPECT_FALSE(metric.description.empty()) << metric.id;
    EXPECT_EQ(metric.parent.valid(), builtin(static_cast<Builtin>(i)).relation != Relation::root)
        << metric.id;
    if (!metric.parent.valid()) continue;
    EXPECT_LT(metric.parent.index(), i) << metric.id;
    EXPECT_EQ(metric.unit, metrics[metric.parent.index()].unit) << metric.id;
  }
}

TEST(BuiltinMetrics, SayWhatToDoAboutEveryWaitState) {
  for (const Metric& metric : builtin_metrics()) {
    if (is_wait_state(*find_builtin(metric.id))) {
      EXPECT_FALSE(metric.remedy.empty()) << metric.id;
    }
  }
}

TEST(BuiltinMetrics, TellWaitingFromWorkingAndCounting) {
  EXPECT_TRUE(is_wait_state(Builtin::mpi_latesender));
  EXPECT_TRUE(is_wait_state(Builtin::mpi_lswo_same));
  EXPECT_FALSE(is_wait_state(Builtin::mpi_nxn_completion));
  EXPECT_FALSE(is_wait_state(Builtin::mpi_point2point));
  EXPECT_FALSE(is_wait_state(Builtin::mpi_cls_count));
  EXPECT_FALSE(find_builtin("no_such_metric").has_value());
}

}  // namespace
}  // namespace latecomer::report
