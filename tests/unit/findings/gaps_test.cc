// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/gaps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"

namespace latecomer::findings {
namespace {

using namespace report;

/// main, a gap in it, in the gap f with g, and h; and a gap without samples.
Report report_with_gaps() {
  Report report;
  for (const char* name : {"main", "main (1 → 2)", "f", "g", "h", "main (2 → 3)"}) {
    Region region;
    region.name = name;
    if (region.name.starts_with("main (")) region.role = kGapRole;
    report.regions.push_back(region);
  }
  const std::vector<CallPathId> parents = {
      {}, CallPathId(0), CallPathId(1), CallPathId(2), CallPathId(1), CallPathId(0)};
  for (size_t i = 0; i < parents.size(); ++i) {
    CallPath path;
    path.region = RegionId(i);
    path.parent = parents[i];
    report.call_paths.push_back(path);
  }
  return report;
}

const std::vector<double> kValues = {1, 2, 10, 5, 3, 4};

TEST(Gaps, HaveWhatWasSampledInThem) {
  const Report report = report_with_gaps();
  const MeasuredPaths measured(report);
  EXPECT_EQ(measured.sums(kValues), (std::vector<double>{1, 20, 0, 0, 0, 4}));
  for (const size_t sampled : {2, 3, 4}) EXPECT_EQ(measured.around(CallPathId(sampled)), CallPathId(1));
  for (const size_t other : {0, 1, 5}) EXPECT_EQ(measured.around(CallPathId(other)), CallPathId(other));
  EXPECT_TRUE(std::ranges::equal(measured.parts(CallPathId(1)),
                                 std::vector{CallPathId(1), CallPathId(2), CallPathId(3), CallPathId(4)}));
  EXPECT_TRUE(measured.parts(CallPathId(2)).empty());
}

// A region of OpenMP was measured, and so was what it calls; only what has no frame but in samples is a part.
TEST(Gaps, OpenMpRegionsHaveWhatWasSampledInThem) {
  Report report = report_with_gaps();
  report.regions[1].role = "parallel";
  report.regions[1].paradigm = "openmp";
  for (const size_t sampled : {2, 3}) report.regions[sampled].paradigm = "sampling";
  report.regions[4].paradigm = "mpi";
  const MeasuredPaths measured(report);
  EXPECT_EQ(measured.sums(kValues), (std::vector<double>{1, 17, 0, 0, 3, 4}));
  EXPECT_EQ(most_sampled_in(query::Space(report), measured, CallPathId(1), {0, 0, 1, 8, 20, 0})->path,
            CallPathId(3));
}

TEST(Gaps, AreMostlyInOneFunction) {
  const Report report = report_with_gaps();
  const std::optional<SampledPart> in_f =
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), kValues);
  ASSERT_TRUE(in_f);
  EXPECT_EQ(in_f->path, CallPathId(2));
  EXPECT_DOUBLE_EQ(in_f->share, 15.0 / 20);
  const std::optional<SampledPart> in_g =
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), {0, 0, 1, 8, 1, 0});
  ASSERT_TRUE(in_g);
  EXPECT_EQ(in_g->path, CallPathId(3));
  EXPECT_EQ(in_g->functions, (std::vector<CallPathId>{CallPathId(2), CallPathId(3)}));
  EXPECT_FALSE(
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), {0, 0, 7, 0, 3, 0}));
  EXPECT_FALSE(most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(5), kValues));
  EXPECT_FALSE(most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(0), kValues));
}

// Of 282 samples 98 % are in f: two standard deviations, with two samples more of each kind, are
// 2 sqrt(0.973 · 0.027 / 286) = 0.0191. What led to the gap's own function says nothing: if f is main again,
// only g is left.
TEST(Gaps, SayHowSureThatIsAndWhatLedThere) {
  Report report = report_with_gaps();
  const MetricId samples = metric_id(Builtin::samples);
  report.metrics = builtin_metrics();
  report.locations.emplace_back();
  report.location_groups.emplace_back();
  report.locations[0].group = LocationGroupId(0);
  tests::set_value(report, samples, CallPathId(2), 0, 276);
  tests::set_value(report, samples, CallPathId(4), 0, 6);
  report.regions[2].name = "main";
  const std::optional<SampledPart> in_g =
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), {0, 0, 0, 0.98, 0.02, 0});
  ASSERT_TRUE(in_g);
  EXPECT_EQ(in_g->samples, 282);
  EXPECT_NEAR(in_g->error, 0.0191, 0.0002);
  EXPECT_EQ(in_g->functions, (std::vector<CallPathId>{CallPathId(3)}));
}

// Two threads are in f for 8 and 8, in h for 0 and 2; the second one is late by the gap. Its 50 samples say h
// with as many of them as the difference is: 2 of 10, or 10.
TEST(Gaps, AreNamedAfterWhatTheLateDoLongerThanOthers) {
  Report report = report_with_gaps();
  report.metrics = builtin_metrics();
  report.locations.resize(3);
  report.location_groups.emplace_back();
  for (Location& location : report.locations) location.group = LocationGroupId(0);
  const auto set = [&](Builtin metric, size_t path, size_t location, double value) {
    tests::set_value(report, metric_id(metric), CallPathId(path), location, value);
  };
  set(Builtin::time, 2, 0, 8);
  set(Builtin::time, 2, 1, 8);
  set(Builtin::time, 4, 1, 2);
  set(Builtin::samples, 2, 1, 40);
  set(Builtin::samples, 4, 1, 10);
  const query::Space space(report);
  const std::optional<SampledPart> in_h =
      sampled_beyond_others(space, MeasuredPaths(report), CallPathId(1), {0, 5, 0});
  ASSERT_TRUE(in_h);
  EXPECT_EQ(in_h->path, CallPathId(4));
  EXPECT_DOUBLE_EQ(in_h->share, 1);
  EXPECT_EQ(in_h->samples, 10);
  EXPECT_FALSE(sampled_beyond_others(space, MeasuredPaths(report), CallPathId(1), {5, 5, 0}))
      << "all that have the gap are late";
  EXPECT_FALSE(sampled_beyond_others(space, MeasuredPaths(report), CallPathId(1), {5, 0, 0}))
      << "the first does nothing longer";
  EXPECT_FALSE(sampled_beyond_others(space, MeasuredPaths(report), CallPathId(0), {0, 5, 0}))
      << "nothing is sampled in it";
}

TEST(Gaps, AreNamedAfterFunctionsOfTheProgramWhereThoseAreKnown) {
  Report report = report_with_gaps();
  report.call_paths[2].call_line = 50;  // of f; g is in a library without debug information
  EXPECT_EQ(
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), {0, 0, 1, 8, 1, 0})->path,
      CallPathId(2));
  report.call_paths[3].call_line = 7;
  EXPECT_EQ(
      most_sampled_in(query::Space(report), MeasuredPaths(report), CallPathId(1), {0, 0, 1, 8, 1, 0})->path,
      CallPathId(3));
}

}  // namespace
}  // namespace latecomer::findings
