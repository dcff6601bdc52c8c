// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "base/json.h"
#include "findings/findings_json.h"
#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"

namespace latecomer::findings {
namespace {

using namespace report;

/// Two ranks of one thread each, and two call paths: main computes 6 s and 8 s, MPI_Recv waits 4 s on rank 0.
Report example() {
  Report report = tests::two_processes();
  report.set_row(metric_id(Builtin::comp), CallPathId(0), {6, 8});
  report.set_row(metric_id(Builtin::mpi_latesender), CallPathId(1), {4, 0});
  return report;
}

Json summary_of(const Report& report) {
  return summary_json(query::Space(report));
}

TEST(SummaryJson, SaysWhatCausesAreChargedWithAndHowLongTheyHadNoCore) {
  Report report = example();
  report.set_row(metric_id(Builtin::delay), CallPathId(0), {0, 2});
  report.set_row(metric_id(Builtin::delay), CallPathId(1), {0, 1});
  report.set_row(metric_id(Builtin::mpi_not_running), CallPathId(1), {3, 0.5});  // rank 0 is no cause
  const Json summary = summary_of(report);
  const Json& causes = summary["root_causes"];
  EXPECT_EQ(causes["count"], 2);
  EXPECT_EQ(causes["seconds"], 3.0) << "1 s of " << summary["waiting"] << " is charged to nothing";
  EXPECT_EQ(causes["largest"][0]["without_core"], 0.0);
  EXPECT_TRUE(causes["largest"][0]["common"].is_null()) << "each is one call path";
  EXPECT_EQ(causes["largest"][1]["call_path"], 1);
  EXPECT_EQ(causes["largest"][1]["without_core"], 0.5);
}

// Both ranks wait in the same line, called from main and from a second call path of the same name.
TEST(SummaryJson, SaysWhatSeveralCallPathsHaveInCommon) {
  Report report = example();
  report.regions[1].paradigm = "mpi";
  report.call_paths.push_back(report.call_paths[1]);
  report.set_row(metric_id(Builtin::mpi_latesender), CallPathId(2), {0, 1});
  const Json waits = summary_of(report)["wait_states"];
  EXPECT_EQ(waits["count"], 1);
  EXPECT_EQ(waits["largest"][0]["seconds"], 5.0);
  EXPECT_EQ(waits["largest"][0]["common"],
            Json::parse(R"({"name": "main/MPI_Recv", "with_calls": false, "call_paths": 2,
                            "largest_seconds": 4.0, "functions": []})"));
}

TEST(SummaryJson, HasTimeThatTheTraceDoesNotExplainWithItsCallPaths) {
  Report report = example();
  report.set_row(metric_id(Builtin::between_tests), CallPathId(0), {0, 2});
  report.set_row(metric_id(Builtin::tests_apart), CallPathId(0), {0, 1100});
  const Json cautions = summary_of(report)["cautions"];
  ASSERT_EQ(cautions.size(), 1) << cautions;
  EXPECT_EQ(cautions[0]["times"],
            Json::parse(R"([{"call_path": 0, "seconds": 2.0, "remark": ", 1.82 ms apart"}])"));
  EXPECT_NE(cautions[0]["text"].get<std::string>().find("--polling-gap 3700us"), std::string::npos)
      << cautions;
}

TEST(SummaryJson, SaysWhyTheRunIsNotWholeAndWhereCoresWereMissing) {
  Report report = example();
  report.attributes["latecomer.partial"] = "1";
  report.attributes["latecomer.open_call.000"] = "rank 0 in main";
  EXPECT_EQ(summary_of(report)["cautions"][0]["title"], "Stopped");
  report.attributes["latecomer.killed"] = "1";
  report.attributes["latecomer.ended_by.000"] = "Signal 9.";
  report.attributes["latecomer.crowded_node.000"] = "vm: 4 ranks on 2 cores";
  const Json cautions = summary_of(report)["cautions"];
  ASSERT_EQ(cautions.size(), 3) << cautions;
  EXPECT_EQ(cautions[0],
            Json::parse(R"({"title": "Ended", "text": "", "lines": ["Signal 9."], "times": []})"));
  EXPECT_EQ(cautions[1]["title"], "Partial");
  EXPECT_EQ(cautions[1]["lines"], Json::parse(R"(["rank 0 in main"])"));
  EXPECT_EQ(cautions[2]["title"], "Cores");
  EXPECT_EQ(cautions[2]["lines"], Json::parse(R"(["vm: 4 ranks on 2 cores"])"));
}

}  // namespace
}  // namespace latecomer::findings
