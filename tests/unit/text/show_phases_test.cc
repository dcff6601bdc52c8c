// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "example.h"
#include "findings/ideal_times.h"
#include "findings/phases.h"
#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"
#include "text/show_text.h"

namespace latecomer::text {
namespace {

using findings::Phase;
using findings::phases;
using namespace report;

Report example_with_phase() {
  Report report = example_report();
  report.regions[0].name = "iteration 3";
  report.regions[0].role = "phase";
  tests::set_value(report, metric_id(Builtin::delay), CallPathId(0), 1, 5);
  return report;
}

std::vector<Phase> many(int count) {
  std::vector<Phase> all;
  for (int i = 0; i < count; ++i)
    all.push_back(
        {.name = "step " + std::to_string(i), .longest = 10, .time = 10, .mean_computation = 10.0 - i});
  return all;
}

TEST(Phases, HaveTimeWaitingAndEfficiencies) {
  const std::vector<Phase> found = phases(query::Space(example_with_phase()));
  ASSERT_EQ(found.size(), 1U);
  const Phase& phase = found[0];
  EXPECT_EQ(phase.name, "iteration 3");
  EXPECT_DOUBLE_EQ(phase.longest, 10);
  EXPECT_DOUBLE_EQ(phase.time, 30);
  EXPECT_DOUBLE_EQ(phase.waiting, 6 + 4);
  EXPECT_DOUBLE_EQ(phase.caused, 5);
  EXPECT_DOUBLE_EQ(phase.parallel_efficiency(), 6.0 / 10);  // computation is 4, 8 and 6
  EXPECT_DOUBLE_EQ(phase.load_balance(), 6.0 / 8);
  EXPECT_DOUBLE_EQ(phase.communication_efficiency(), 8.0 / 10);
}

TEST(Phases, HaveTheirIdealTimeByReplay) {
  Report report = example_with_phase();
  EXPECT_FALSE(phases(query::Space(report)).at(0).ideal);
  report.files[std::string(findings::kIdealTimesFile)] =
      findings::print_ideal_times({.phases = {{"iteration 3", 9}}});
  const std::vector<Phase> found = phases(query::Space(report));
  EXPECT_DOUBLE_EQ(found.at(0).serialization().value(), 8.0 / 9);
  EXPECT_DOUBLE_EQ(found.at(0).transfer().value(), 9.0 / 10);
  const std::string text = phases_text(found, false);
  EXPECT_NE(text.find("seriali-   trans-\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" 60.0 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 88.9 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 90.0\n"), std::string::npos) << text;
}

TEST(Phases, AreAllThatACallPathIsIn) {
  // main calls step 1, which calls solve 2, which calls step 1 again; main calls solve 2, too.
  Report report;
  report.regions = {
      {.name = "main"}, {.name = "step 1", .role = "phase"}, {.name = "solve 2", .role = "phase"}};
  const auto path = [&](size_t parent, size_t region) {
    report.call_paths.push_back({CallPathId(parent), RegionId(region)});
  };
  report.call_paths.push_back({CallPathId(), RegionId(size_t{0})});
  path(0, 1);
  path(1, 2);
  path(2, 1);
  path(0, 2);
  const findings::PhasesByPath found = findings::phases_by_path(report);
  EXPECT_EQ(found.names, (std::vector<std::string>{"step 1", "solve 2"}));
  EXPECT_EQ(found.of_path, (std::vector<std::vector<uint32_t>>{{}, {0}, {0, 1}, {0, 1}, {1}}));
}

TEST(Phases, AreNotIdealBelowWhatTheyCompute) {
  Report report = example_with_phase();
  for (const auto& [ideal, known] : {std::pair(7.0, 8.0), {11.0, 10.0}}) {  // computation 8, in it for 10
    report.files[std::string(findings::kIdealTimesFile)] =
        findings::print_ideal_times({.phases = {{"iteration 3", ideal}}});
    EXPECT_DOUBLE_EQ(phases(query::Space(report)).at(0).ideal.value(), known);
  }
}

TEST(Phases, CountThreadsThatWereInThem) {
  Report report = example_with_phase();
  for (const CallPathId path : {CallPathId(0), CallPathId(1), CallPathId(2)}) {
    for (const Builtin metric : {Builtin::time, Builtin::execution, Builtin::comp}) {
      if (!report.row(metric_id(metric), path).empty())
        tests::set_value(report, metric_id(metric), path, 2, 0);
    }
  }
  const std::vector<Phase> found = phases(query::Space(report));
  EXPECT_DOUBLE_EQ(found.at(0).mean_computation, 6);  // of 4 and 8
}

TEST(Phases, OfARecursionCountOnce) {
  Report report = example_with_phase();
  report.call_paths[1].region = RegionId(0);
  EXPECT_DOUBLE_EQ(phases(query::Space(report)).at(0).time, 30);
}

TEST(PhasesText, ShowsThoseWithMostToGainInTheirOrder) {
  const std::string text = phases_text(many(30), false);
  EXPECT_EQ(text.find("\nstep 9 "), std::string::npos) << text;
  EXPECT_LT(text.find("\nstep 10 "), text.find("\nstep 29 ")) << text;
  EXPECT_NE(text.find("(10 more,"), std::string::npos) << text;
  EXPECT_NE(phases_text(many(30), true).find("\nstep 0 "), std::string::npos);
}

TEST(PhasesText, SaysHowToMarkThem) {
  EXPECT_NE(phases_text(phases(query::Space(example_report())), false).find("latecomer_begin_phase"),
            std::string::npos);
}

}  // namespace
}  // namespace latecomer::text
