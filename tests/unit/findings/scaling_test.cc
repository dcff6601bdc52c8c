// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/scaling.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "call_tree.h"
#include "findings/gains.h"
#include "query/space.h"
#include "report/locations.h"
#include "report/metrics.h"

namespace latecomer::findings {
namespace {

using namespace report;
using enum EfficiencyOf;

const CallPathId kMain(size_t{0});

/// A run with a rank for each computation, all of it in main.
Report run_of(const std::vector<double>& computation, double seconds) {
  CallTree tree;
  tree.call("main", 1);
  for (size_t rank = 0; rank < computation.size(); ++rank) tree.rank(1);
  Report report = std::move(tree.report);
  report.metrics = builtin_metrics();
  report.set_row(metric_id(Builtin::comp), kMain, computation);
  report.set_row(metric_id(Builtin::time), kMain, std::vector<double>(computation.size(), seconds));
  report.set_row(metric_id(Builtin::critical_path), kMain, computation);
  report.attributes["latecomer.run_seconds"] = fmt::format("{:.17g}", seconds);
  return report;
}

/// A run whose ranks compute 16 s in all, each as long, with this communication efficiency.
Report run_with(size_t ranks, double communication) {
  const double each = 16 / static_cast<double>(ranks);
  return run_of(std::vector<double>(ranks, each), each / communication);
}

/// Brings runs together that are called run0, run1, ...
Result<Scaling> scaling(const std::vector<Report>& reports, ScalingKind kind = ScalingKind::strong) {
  std::deque<query::Space> spaces;
  std::vector<NamedRun> runs;
  for (const Report& report : reports)
    runs.push_back({fmt::format("run{}", runs.size()), &spaces.emplace_back(report)});
  return scaling_of(runs, kind);
}

std::vector<std::string> names_of(const std::vector<ScalingRun>& runs) {
  std::vector<std::string> names;
  for (const ScalingRun& run : runs) names.push_back(run.name);
  return names;
}

const Extrapolated& of(const FittedValues& fitted, EfficiencyOf which) {
  return *fitted.efficiencies[static_cast<size_t>(which)];
}

TEST(Scaling, HasSpeedUpsAndEfficiencies) {
  const Result<Scaling> found =
      scaling({run_of({8, 8}, 10), run_of({3, 3, 5, 5}, 6.25), run_of(std::vector<double>(8, 2.5), 5)});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->runs.size(), 3u);
  const ScalingRun& first = found->runs[0];
  EXPECT_EQ(first.ranks, 2u);
  EXPECT_DOUBLE_EQ(first.speed_up, 1);
  EXPECT_DOUBLE_EQ(*first.efficiencies[global], 0.8);
  EXPECT_DOUBLE_EQ(first.computation, 16);
  const ScalingRun& second = found->runs[1];
  EXPECT_DOUBLE_EQ(second.speed_up, 1.6);  // 10 / 6.25
  EXPECT_DOUBLE_EQ(second.ideal_speed_up, 2);
  EXPECT_DOUBLE_EQ(*second.efficiencies[load_balance], 0.8);   // 4 / 5
  EXPECT_DOUBLE_EQ(*second.efficiencies[communication], 0.8);  // 5 / 6.25
  EXPECT_DOUBLE_EQ(*second.efficiencies[parallel], 0.64);
  EXPECT_DOUBLE_EQ(*second.efficiencies[computation_scaling], 1);
  EXPECT_FALSE(second.efficiencies[transfer]) << "it was not replayed";
  // 20 s are computed instead of 16 s, in half of the time: the speed-up is 8 / 2 of 0.4 / 0.8.
  const ScalingRun& third = found->runs[2];
  EXPECT_DOUBLE_EQ(*third.efficiencies[computation_scaling], 0.8);
  EXPECT_DOUBLE_EQ(*third.efficiencies[global], 0.4);
  EXPECT_DOUBLE_EQ(third.speed_up, 2);
  EXPECT_DOUBLE_EQ(third.total_seconds, 40);
  EXPECT_FALSE(found->looks_like_other_kind);
}

TEST(Scaling, OrdersRunsBySizeAndTakesTheFasterOfTwo) {
  const Result<Scaling> found = scaling({run_of({1, 1, 1, 1}, 2), run_of({2, 2}, 4), run_of({2, 2}, 3),
                                         run_of({1, 1, 1, 1}, 2.5), run_of({4}, 5)});
  ASSERT_TRUE(found);
  EXPECT_EQ(names_of(found->runs), (std::vector<std::string>{"run4", "run2", "run0"}));
  ASSERT_EQ(found->slower.size(), 2u);
  EXPECT_EQ(found->slower[0].name, "run1");
  EXPECT_EQ(found->slower[0].faster, "run2");
  EXPECT_EQ(found->slower[1].name, "run3");
  EXPECT_EQ(found->runs[0].given, 4u);
  EXPECT_EQ(found->runs[2].given, 0u);
  const std::vector<std::string> remarks = remarks_on_runs(*found);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0], "run1 is left out: run2 has as many ranks and threads, and was faster.");
  EXPECT_EQ(found->sizes, 3u);
}

TEST(Scaling, CountsThreads) {
  Report hybrid = run_of({2, 2, 2, 2}, 3);  // two ranks of two threads each
  hybrid.location_groups.resize(2);
  for (size_t i = 0; i < 4; ++i) hybrid.locations[i].group = LocationGroupId(i / 2);
  const Result<Scaling> found = scaling({hybrid, run_of({4, 4}, 5)});
  ASSERT_TRUE(found);
  EXPECT_EQ(names_of(found->runs), (std::vector<std::string>{"run1", "run0"}));
  EXPECT_EQ(found->runs[1].ranks, 2u);
  EXPECT_EQ(found->runs[1].threads, 4u);
  EXPECT_DOUBLE_EQ(found->runs[1].ideal_speed_up, 2);
  EXPECT_TRUE(found->has_threads());
  // As many threads in other ranks are another run, but no other size.
  const Result<Scaling> same = scaling({hybrid, run_of({2, 2, 2, 2}, 3)});
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().message.find("all runs have 4 threads"), 0u) << same.error().message;
}

TEST(Scaling, NeedsTwoSizesWithEfficiencies) {
  const Result<Scaling> same = scaling({run_of({2, 2}, 4), run_of({2, 2}, 3)});
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().message.find("all runs have 2 ranks"), 0u) << same.error().message;
  const Result<Scaling> nothing = scaling({run_of({2, 2}, 4), run_of({0}, 3)});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message.find("run1: the report does not have"), 0u) << nothing.error().message;
  Report killed = run_of({4}, 5);
  killed.attributes[std::string(kKilledAttribute)] = "1";
  const Result<Scaling> ended = scaling({run_of({2, 2}, 4), killed});
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().message.find("run1: the program was killed"), 0u) << ended.error().message;
}

// Each rank computes 8 s, whatever their number: in strong scaling, that is ever more work.
TEST(Scaling, DistinguishesStrongAndWeakScaling) {
  const std::vector<Report> runs = {run_of({8, 8}, 10), run_of({8, 8, 8, 8}, 12.5)};
  const Result<Scaling> as_strong = scaling(runs);
  ASSERT_TRUE(as_strong);
  EXPECT_TRUE(as_strong->looks_like_other_kind);
  EXPECT_DOUBLE_EQ(as_strong->runs[1].speed_up, 0.8);
  EXPECT_DOUBLE_EQ(*as_strong->runs[1].efficiencies[computation_scaling], 0.5);
  const Result<Scaling> as_weak = scaling(runs, ScalingKind::weak);
  ASSERT_TRUE(as_weak);
  EXPECT_FALSE(as_weak->looks_like_other_kind);
  EXPECT_DOUBLE_EQ(as_weak->runs[1].speed_up, 1.6);  // twice the work in 12.5 / 10 of the time
  EXPECT_DOUBLE_EQ(*as_weak->runs[1].efficiencies[computation_scaling], 1);
  EXPECT_DOUBLE_EQ(*as_weak->runs[1].efficiencies[global], 0.64);  // 8 / 12.5
  const Result<Scaling> same_work = scaling({run_of({8, 8}, 10), run_of({4, 4, 4, 4}, 6)}, ScalingKind::weak);
  ASSERT_TRUE(same_work);
  EXPECT_TRUE(same_work->looks_like_other_kind);
}

TEST(Scaling, ExtrapolatesWhatFollowsTheFormExactly) {
  std::vector<Report> runs;
  for (const size_t ranks : {2, 4, 8, 16})
    runs.push_back(run_with(ranks, 0.9 / (0.99 + 0.01 * static_cast<double>(ranks))));
  const Result<Scaling> found = scaling(runs);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->fits.size(), 3u);
  EXPECT_EQ(found->fits[1].which, communication);
  EXPECT_NEAR(found->fits[0].fit.sequential, 0, 1e-9);
  EXPECT_NEAR(found->fits[1].fit.single, 0.9, 1e-6);
  EXPECT_NEAR(found->fits[1].fit.sequential, 0.01, 1e-6);
  ASSERT_EQ(found->predictions.size(), 4u);
  const ScalingPrediction& last = found->predictions[3];
  EXPECT_EQ(last.ranks, 256u);
  EXPECT_DOUBLE_EQ(last.ideal_speed_up, 128);
  EXPECT_NEAR(of(last, communication).value, 0.9 / 3.55, 1e-6);  // 0.99 + 2.56
  EXPECT_NEAR(of(last, global).value, 0.9 / 3.55, 1e-6);
  EXPECT_NEAR(*of(last, global).error, 0, 1e-6);
  EXPECT_NEAR(last.speed_up.value, 128 * 1.01 / 3.55, 1e-4);  // the smallest run has 0.9 / 1.01
  EXPECT_NEAR(*found->largest_by_others, 0.9 / 1.15, 1e-6);
  for (const ScalingRun& run : found->runs) {
    ASSERT_TRUE(run.fitted);
    EXPECT_NEAR(run.fitted->speed_up.value, run.speed_up, 1e-6);
    EXPECT_NEAR(of(*run.fitted, parallel).value, *run.efficiencies[parallel], 1e-6);
    EXPECT_FALSE(run.fitted->efficiencies[static_cast<size_t>(transfer)]) << "it was not replayed";
  }
}

// The communication grows, so that its fits are means: 0.75 of all, and 0.8, 0.767, 0.733, 0.7 without one.
// The standard error of a mean is that of the jackknife: sqrt((0.15² + 0.05² + 0.05² + 0.15²) / (4 · 3)).
TEST(Scaling, HasTheErrorOfWhatIsNoise) {
  const Result<Scaling> found =
      scaling({run_with(2, 0.6), run_with(4, 0.7), run_with(8, 0.8), run_with(16, 0.9)});
  ASSERT_TRUE(found);
  for (const ScalingPrediction& each : found->predictions) {
    EXPECT_NEAR(of(each, communication).value, 0.75, 1e-9);
    EXPECT_NEAR(*of(each, communication).error, 2 * std::sqrt(0.05 / 12), 1e-9);
    EXPECT_NEAR(*of(each, global).error, 2 * std::sqrt(0.05 / 12), 1e-9);
    EXPECT_NEAR(*each.speed_up.error, each.ideal_speed_up / 0.6 * 2 * std::sqrt(0.05 / 12), 1e-7);
  }
  for (const ScalingRun& run : found->runs) {
    EXPECT_NEAR(of(*run.fitted, communication).value, 0.75, 1e-9);
    EXPECT_NEAR(run.fitted->speed_up.value, run.ideal_speed_up * 0.75 / 0.6, 1e-9);
    EXPECT_NEAR(*run.fitted->speed_up.error, run.ideal_speed_up / 0.6 * 2 * std::sqrt(0.05 / 12), 1e-7);
  }
  EXPECT_NEAR(found->fits[1].fit.largest_residual, 0.15, 1e-9);
  EXPECT_NEAR(*found->largest_by_others, 0.7, 1e-9);
}

// In 200 studies of five runs that keep to the form but for a noise of 1 %, what a run of 16 times as many
// ranks has is within the error of what is extrapolated in about nine of ten.
TEST(Scaling, TheErrorHoldsInMostCases) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.01);
  const auto exact = [](size_t ranks) { return 0.8 / (0.995 + 0.005 * static_cast<double>(ranks)); };
  constexpr int kStudies = 200;
  int within = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<Report> runs;
    for (const size_t ranks : {4, 8, 16, 32, 64})
      runs.push_back(run_with(ranks, exact(ranks) * (1 + noise(random))));
    const Result<Scaling> found = scaling(runs);
    ASSERT_TRUE(found);
    const Extrapolated& last = of(found->predictions[3], global);
    if (std::abs(last.value - exact(1024)) <= *last.error) ++within;
  }
  EXPECT_GE(within, kStudies * 85 / 100);
  EXPECT_LE(within, kStudies * 97 / 100);
}

TEST(Scaling, HasNoErrorFromThreeSizesAndNoFitFromTwo) {
  const std::vector<Report> three = {run_with(2, 0.9), run_with(4, 0.85), run_with(8, 0.7)};
  const Result<Scaling> found = scaling(three);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->predictions.size(), 4u);
  EXPECT_FALSE(of(found->predictions[0], global).error);
  EXPECT_FALSE(found->predictions[0].speed_up.error);
  EXPECT_FALSE(found->largest_by_others);
  const Result<Scaling> of_two = scaling({three[0], three[2]});
  ASSERT_TRUE(of_two);
  EXPECT_TRUE(of_two->fits.empty());
  EXPECT_TRUE(of_two->predictions.empty());
  EXPECT_FALSE(of_two->runs[0].fitted);
  EXPECT_EQ(remark_on_extrapolation(*of_two).find("Runs of 2 sizes are too few for an extrapolation"), 0u);
  EXPECT_EQ(remark_on_extrapolation(*found).find("Runs of 3 different sizes are too few to say"), 0u);
  const Result<Scaling> twice = scaling({three[0], three[1], three[2], three[2]});
  ASSERT_TRUE(twice);
  EXPECT_FALSE(twice->predictions[0].speed_up.error) << "four runs, but of three sizes";
}

TEST(Scaling, FitsSerializationAndTransferWhereAllRunsWereReplayed) {
  const auto replayed = [](size_t ranks, double communication, double transfer_part) {
    Report report = run_with(ranks, communication);
    const double seconds = 16 / static_cast<double>(ranks) / communication;
    report.files[std::string(kGainsFile)] =
        print_gains(Gains({{Gain::Kind::instant_network, {}, transfer_part * seconds}}, seconds));
    return report;
  };
  std::vector<Report> runs = {replayed(2, 0.8, 1), replayed(4, 0.6, 0.8), replayed(8, 0.5, 0.7)};
  const Result<Scaling> found = scaling(runs);
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found->runs[1].efficiencies[transfer], 0.8, 1e-12);
  EXPECT_NEAR(*found->runs[1].efficiencies[serialization], 0.75, 1e-12);
  EXPECT_EQ(found->fits.size(), 4u);
  const ScalingPrediction& next = found->predictions[0];
  EXPECT_NEAR(of(next, communication).value, of(next, serialization).value * of(next, transfer).value, 1e-12);

  runs[1] = run_with(4, 0.6);
  const Result<Scaling> of_some = scaling(runs);
  ASSERT_TRUE(of_some);
  EXPECT_EQ(of_some->fits.size(), 3u);
  EXPECT_FALSE(of_some->predictions[0].efficiencies[static_cast<size_t>(transfer)]);
}

// In the smaller run, one call path causes all waiting; in the larger one, two with the same last line do.
TEST(Scaling, NamesCausesAlikeInAllRuns) {
  const auto run = [](size_t ranks, const std::vector<double>& delays) {
    CallTree tree;
    const CallPathId main = tree.call("main", 1);
    const CallPathId solve = tree.call("solve", 5, main);
    for (const int64_t line : {70, 74})
      tree.call("MPI_Wait", 12, tree.call("exchange", line, tree.call("step", line + 100, main)));
    for (size_t rank = 0; rank < ranks; ++rank) tree.rank(1);
    Report report = std::move(tree.report);
    report.metrics = builtin_metrics();
    const auto put = [&](Builtin metric, CallPathId path, double sum) {
      std::vector<double> values(ranks);
      values[0] = sum;
      report.set_row(metric_id(metric), path, values);
    };
    put(Builtin::time, main, 10 * static_cast<double>(ranks));
    report.set_row(metric_id(Builtin::comp), main,
                   std::vector<double>(ranks, 8.0 / static_cast<double>(ranks)));
    put(Builtin::critical_path, main, 10);
    put(Builtin::delay, solve, delays[0]);
    put(Builtin::delay, CallPathId(4), delays[1]);
    put(Builtin::delay, CallPathId(7), delays[2]);
    report.attributes["latecomer.run_seconds"] = "10";
    return report;
  };
  const Result<Scaling> found = scaling({run(2, {2, 1, 0}), run(4, {1, 3, 4})});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->causes.size(), 2u);
  // 7 of 40 s are more than 2 of 20 s.
  EXPECT_EQ(found->causes[0].name, "exchange/MPI_Wait (a.c:12)");
  EXPECT_EQ(found->causes[0].seconds, (std::vector<double>{1, 7}));
  EXPECT_EQ(found->causes[1].name, "main/solve (a.c:5)");
  EXPECT_EQ(found->causes[1].seconds, (std::vector<double>{2, 1}));
}

TEST(Scaling, SaysWhichRunsHadTooFewCores) {
  Report crowded = run_with(4, 0.5);
  crowded.attributes["latecomer.crowded_node.000"] = "node1: 4 ranks on 2 cores";
  const Result<Scaling> found = scaling({run_with(2, 0.9), crowded});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->runs[0].cautions.empty());
  EXPECT_EQ(found->runs[1].cautions, std::vector<std::string>{"Cores"});
}

}  // namespace
}  // namespace latecomer::findings
