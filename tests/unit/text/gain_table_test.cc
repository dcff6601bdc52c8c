// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/gain_table.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "example.h"
#include "findings/gains.h"
#include "query/space.h"
#include "report/metrics.h"
#include "text/summary.h"

namespace latecomer::text {
namespace {

using namespace findings;
using namespace report;
using Kind = Gain::Kind;

const CallPathId kMain(size_t{0});
const CallPathId kReceive(size_t{1});

/// A run of 10 s in which ranks 1 and 2 made others wait: 8 s in main, 1 s in MPI_Recv.
Report report_with(const std::vector<Gain>& gains) {
  Report report = example_report();
  report.attributes["latecomer.run_seconds"] = "10";
  report.set_row(metric_id(Builtin::delay), kMain, std::vector<double>{0, 2, 6});
  report.set_row(metric_id(Builtin::delay), kReceive, std::vector<double>{0, 0, 1});
  report.files[std::string(kGainsFile)] = print_gains({gains, 10});
  return report;
}

bool says(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

TEST(GainTable, SaysWhatTheRunWouldTake) {
  const std::string summary = summarize(query::Space(report_with({{Kind::balance, {kMain}, 7},
                                                                  {Kind::remove, {kMain}, 4.5},
                                                                  {Kind::balance, {kReceive}, 10},
                                                                  {Kind::instant_network, {}, 9.95},
                                                                  {Kind::balance, {kMain, kReceive}, 6}})));
  // 7 s of the 10 s of waiting are rank 2's. Main alone gains 3 s, less than four fifths of 4 s.
  EXPECT_TRUE(says(summary, "Rank 2 is the latecomer: because of it others wait 7.00 s, 23 % of all time.\n"))
      << summary;
  EXPECT_TRUE(
      says(summary,
           "What it would take instead of 10.0 s, by replay\n"
           "        7.00 s   -30.0 %  if main were spread evenly\n"
           "        4.50 s   -55.0 %  if main were not there\n"
           "        6.00 s   -40.0 %  if causes 1, 2 were spread evenly: 100 % of what can be gained so\n"))
      << summary;
  EXPECT_FALSE(says(summary, "if the network")) << summary;  // it gains less than a hundredth
  EXPECT_TRUE(says(summary, "the run gains 3.00 s if it is spread evenly\n")) << summary;
  EXPECT_TRUE(says(summary, "the run gains 0 s if it is spread evenly\n")) << summary;
}

TEST(GainTable, NamesSeveralCausesOnlyWhereOneIsNotMostOfIt) {
  const Gains gains({{Kind::balance, {kMain}, 6.8},
                     {Kind::balance, {kReceive}, 9.5},
                     {Kind::balance, {kMain, kReceive}, 6}},
                    10);
  const std::vector<Gain> considerable = gains.considerable();
  ASSERT_EQ(considerable.size(), 2u);  // main gains 3.2 s of 4 s
  EXPECT_EQ(considerable[0].causes, std::vector{kMain});
  EXPECT_EQ(considerable[1].causes, std::vector{kReceive});
}

TEST(GainTable, FindsTheSmallestSetOfCauses) {
  // Of three causes that gain 1 s each of 10 s, all together gain 8 s, and the first and the third 7 s.
  std::vector<Gain> known;
  for (size_t i = 0; i < 3; ++i) known.push_back({Kind::balance, {CallPathId(i)}, 9, {CallPathId(i)}});
  const auto predict = [&](const std::map<std::vector<size_t>, double>& seconds) {
    size_t count = 0;
    for (Gain gain : wanted_together({known, 10})) {
      std::vector<size_t> causes;
      for (const CallPathId cause : gain.causes) causes.push_back(cause.index());
      EXPECT_EQ(gain.paths, gain.causes);
      gain.seconds = seconds.at(causes);
      known.push_back(gain);
      ++count;
    }
    return count;
  };
  EXPECT_EQ(predict({{{0, 1, 2}, 2}}), 1u);
  EXPECT_EQ(Gains(known, 10).smallest_set()->causes.size(), 3u);
  EXPECT_EQ(predict({{{0, 1}, 8}, {{0, 2}, 3}, {{1, 2}, 3.5}}), 3u);
  EXPECT_EQ(Gains(known, 10).smallest_set()->causes, (std::vector{CallPathId(0), CallPathId(2)}));
  EXPECT_TRUE(wanted_together({known, 10}).empty());
}

TEST(GainTable, SaysOnceWhatThreadsLostToOthers) {
  const Gain cause = {Kind::remove, {kMain}, 6};
  EXPECT_EQ(Gains({cause, {Kind::no_preemption, {}, 6}}, 10).considerable().size(), 1u);
  EXPECT_EQ(Gains({cause, {Kind::no_preemption, {}, 5}}, 10).considerable().size(), 2u);
  EXPECT_TRUE(says(summarize(query::Space(report_with({{Kind::no_preemption, {}, 5}}))),
                   "if no thread lost its core to others\n"));
}

TEST(GainTable, LooksForNoSetWhereOneIsMostOfIt) {
  std::vector<Gain> known = {{Kind::balance, {kMain}, 6.8}, {Kind::balance, {kReceive}, 9.5}};
  EXPECT_EQ(wanted_together({known, 10}).size(), 1u);
  known.push_back({Kind::balance, {kMain, kReceive}, 6});
  EXPECT_TRUE(wanted_together({known, 10}).empty());
  EXPECT_TRUE(wanted_together({{known.front()}, 10}).empty()) << "there is one cause";
}

TEST(GainTable, SaysThatTheNextCauseIsRightBehind) {
  const std::string summary =
      summarize(query::Space(report_with({{Kind::balance, {kMain}, 9.95}, {Kind::instant_network, {}, 10}})));
  EXPECT_TRUE(says(summary, "Mending one of the causes below gains less than 1 % of the run's 10.0 s"))
      << summary;
}

TEST(GainTable, IsLeftOutWhereNothingIsKnown) {
  Report report = report_with({});
  EXPECT_EQ(gain_table(query::Space(report), 30, 10), "");
  for (const char* damaged :
       {"", "{}", "{\"gains\": [{\"kind\": \"balance\", \"causes\": [99], \"seconds\": 1}]}",
        "{\"gains\": [{\"kind\": \"magic\", \"causes\": [0], \"seconds\": 1}]}",
        "{\"gains\": [{\"kind\": \"balance\", \"causes\": [0], \"seconds\": -1}]}"}) {
    report.files[std::string(kGainsFile)] = damaged;
    EXPECT_EQ(gain_table(query::Space(report), 30, 10), "") << damaged;
  }
}

TEST(GainTable, TheIdealTimeIsThatOfAnInstantNetwork) {
  Report report = report_with({{Kind::balance, {kMain}, 7}, {Kind::instant_network, {}, 9}});
  report.set_row(metric_id(Builtin::comp), kMain, std::vector<double>{4, 6, 8});
  report.set_row(metric_id(Builtin::critical_path), kMain, std::vector<double>{0, 0, 8});
  const std::string summary = summarize(query::Space(report));
  EXPECT_TRUE(says(summary, "* on an instant network; by replay\n")) << summary;
  EXPECT_TRUE(says(summary, "90.0 % = 9.00 s / 10.0 s  ideal time / run time\n")) << summary;
}

}  // namespace
}  // namespace latecomer::text
