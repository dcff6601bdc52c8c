// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/time_shares.h"

#include <gtest/gtest.h>

#include <string>

#include "query/space.h"
#include "report/metrics.h"

namespace latecomer::findings {
namespace {

using namespace report;

/// One thread and four call paths: main computes 8 s, MPI_Recv takes 3 s; the third one is never there, and
/// the fourth, MPI_Waitall, takes `files` seconds for files and 2 s for messages.
Report example(double files) {
  Report report;
  report.metrics = builtin_metrics();
  report.regions.resize(4);
  for (size_t i = 0; i < 4; ++i) report.call_paths.push_back({CallPathId(), RegionId(i)});
  report.location_groups.resize(1);
  report.locations = {{"", "", 0, LocationGroupId(0)}};
  report.set_row(metric_id(Builtin::comp), CallPathId(0), {8});
  report.set_row(metric_id(Builtin::mpi_point2point), CallPathId(1), {3});
  report.set_row(metric_id(Builtin::mpi_point2point), CallPathId(3), {2});
  if (files > 0) report.set_row(metric_id(Builtin::mpi_io), CallPathId(3), {files});
  return report;
}

std::string kind_of(const PathKinds& kinds, size_t path) {
  return kinds.kinds[kinds.of_path[path]].name;
}

TEST(PathKinds, AreTheLinesThatHaveTheTimeOfCallPaths) {
  const Report report = example(0);
  const PathKinds kinds = path_kinds(query::Space(report));
  EXPECT_EQ(kind_of(kinds, 0), "Computation");
  EXPECT_EQ(kinds.of_path[0], kinds.computation);
  EXPECT_EQ(kind_of(kinds, 1), "MPI point-to-point");
  EXPECT_EQ(kind_of(kinds, 2), "Other");
  EXPECT_EQ(kinds.of_path[2], kinds.other);
  EXPECT_EQ(kind_of(kinds, 3), "MPI point-to-point");
  EXPECT_EQ(kinds.kinds[kinds.idle].name, "Idle threads");
  EXPECT_TRUE(kinds.is_exact);
}

TEST(PathKinds, OfSeveralTheOneWithMostTimeCounts) {
  const Report less = example(1.5);
  const PathKinds messages = path_kinds(query::Space(less));
  EXPECT_EQ(kind_of(messages, 3), "MPI point-to-point");
  EXPECT_FALSE(messages.is_exact);
  const Report more = example(2.5);
  EXPECT_EQ(kind_of(path_kinds(query::Space(more)), 3), "MPI files");
}

}  // namespace
}  // namespace latecomer::findings
