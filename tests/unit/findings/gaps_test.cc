// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/gaps.h"

#include <gtest/gtest.h>

#include "query/space.h"

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
  EXPECT_EQ(with_samples_in_gaps(report, kValues), (std::vector<double>{1, 20, 0, 0, 0, 4}));
  EXPECT_EQ(gaps_around(report), (std::vector<CallPathId>{CallPathId(0), CallPathId(1), CallPathId(1),
                                                          CallPathId(1), CallPathId(1), CallPathId(5)}));
}

TEST(Gaps, AreMostlyInOneFunction) {
  const Report report = report_with_gaps();
  const std::optional<SampledPart> in_f = most_sampled_in(query::Space(report), CallPathId(1), kValues);
  ASSERT_TRUE(in_f);
  EXPECT_EQ(in_f->path, CallPathId(2));
  EXPECT_DOUBLE_EQ(in_f->share, 15.0 / 20);
  const std::optional<SampledPart> in_g =
      most_sampled_in(query::Space(report), CallPathId(1), {0, 0, 1, 8, 1, 0});
  ASSERT_TRUE(in_g);
  EXPECT_EQ(in_g->path, CallPathId(3));
  EXPECT_FALSE(most_sampled_in(query::Space(report), CallPathId(1), {0, 0, 7, 0, 3, 0}));
  EXPECT_FALSE(most_sampled_in(query::Space(report), CallPathId(5), kValues));
  EXPECT_FALSE(most_sampled_in(query::Space(report), CallPathId(0), kValues));
}

TEST(Gaps, AreNamedAfterFunctionsOfTheProgramWhereThoseAreKnown) {
  Report report = report_with_gaps();
  report.call_paths[2].call_line = 50;  // of f; g is in a library without debug information
  EXPECT_EQ(most_sampled_in(query::Space(report), CallPathId(1), {0, 0, 1, 8, 1, 0})->path, CallPathId(2));
  report.call_paths[3].call_line = 7;
  EXPECT_EQ(most_sampled_in(query::Space(report), CallPathId(1), {0, 0, 1, 8, 1, 0})->path, CallPathId(3));
}

}  // namespace
}  // namespace latecomer::findings
