// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/root_causes.h"

#include <gtest/gtest.h>

#include "example.h"
#include "query/space.h"
#include "report/metrics.h"
#include "store/tables.h"
#include "support/findings.h"
#include "text/summary.h"

namespace latecomer::text {
namespace {

using namespace findings;
using namespace report;

/// Ranks 1 and 2 made others wait in main, rank 2 also in MPI_Recv; of one second nobody knows why.
Report report_with_costs() {
  Report report = example_report();
  const auto put = [&](Builtin metric, size_t path, const std::vector<double>& values) {
    report.set_row(metric_id(metric), CallPathId(path), values);
  };
  put(Builtin::delay, 0, {1, 2, 6});
  put(Builtin::delay_unattributed, 0, {1, 0, 0});
  put(Builtin::delay_latesender_longterm, 0, {0, 0, 3});
  put(Builtin::delay, 1, {0, 0, 1});
  return report;
}

TEST(RootCauses, AreTheCallPathsThatCostMost) {
  const std::vector<RootCause> causes = root_causes(query::Space(report_with_costs()));
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].path, CallPathId(size_t{0}));
  EXPECT_DOUBLE_EQ(causes[0].seconds, 8);  // without what nothing explains
  EXPECT_DOUBLE_EQ(causes[0].long_term, 3);
  EXPECT_EQ(causes[0].per_rank, (std::vector<double>{0, 2, 6}));
  EXPECT_DOUBLE_EQ(causes[1].seconds, 1);
}

TEST(RootCauses, AreSummedUpAsShareOfAllWaiting) {
  const std::string summary = summarize(query::Space(report_with_costs()));  // 10 s of waiting in all
  EXPECT_NE(summary.find("8.00 s  80.0 %  main"), std::string::npos) << summary;
  EXPECT_NE(summary.find("on ranks 1, 2; most on rank 2: 6.00 s"), std::string::npos) << summary;
  EXPECT_NE(summary.find("3.00 s of it further on"), std::string::npos) << summary;
}

TEST(RootCauses, SayWhereTheyAreFelt) {
  // main's costs of 8 s surface at two kinds of Late Sender in MPI_Recv, 2 s and 3 s, which are shown as one,
  // and at the barrier, with less than a tenth of 8 s.
  Report report = report_with_costs();
  const CallPathId main(size_t{0});
  const auto felt = [&](Builtin kind, size_t path, double seconds, size_t rank) {
    return store::Consequence{main, metric_id(kind), CallPathId(path), seconds, {LocationGroupId(rank)}};
  };
  const std::vector<store::Consequence> consequences = {felt(Builtin::mpi_latesender, 1, 2, 0),
                                                        felt(Builtin::mpi_lswo_same, 1, 3, 1),
                                                        felt(Builtin::mpi_barrier_wait, 2, 0.7, 1)};
  std::vector<store::Chunk> chunks;
  store::add_chunks<store::Consequence>(LocationId(0), consequences, chunks);
  put_findings(std::move(chunks), report);
  const std::string summary = summarize(query::Space(report));
  EXPECT_NE(summary.find("       makes ranks 0, 1 wait 5.00 s at main/MPI_Recv (Late Sender)\n"),
            std::string::npos)
      << summary;
  EXPECT_EQ(summary.find("wait 700 ms"), std::string::npos) << summary;
}

TEST(RootCauses, AreNotMentionedWhereTheReportHasNone) {
  EXPECT_TRUE(root_causes(query::Space(example_report())).empty());
  EXPECT_EQ(summarize(query::Space(example_report())).find("Who made them wait"), std::string::npos);
}

}  // namespace
}  // namespace latecomer::text
