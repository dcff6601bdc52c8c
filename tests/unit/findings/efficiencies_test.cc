// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "findings/efficiencies.h"

#include <gtest/gtest.h>

#include "findings/gains.h"
#include "findings/ideal_times.h"
#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"

namespace latecomer::findings {
namespace {

using namespace report;

/// Two threads, 10 s, call paths main and MPI_Recv. They compute 8 s and 4 s; the critical path has 5 s of
/// the first's and 4 s of the second's computation, and 1 s of MPI_Recv.
Report example() {
  Report report = tests::two_processes();
  const auto put = [&](Builtin metric, size_t path, double first, double second) {
    report.set_row(metric_id(metric), CallPathId(path), {first, second});
  };
  put(Builtin::comp, 0, 8, 4);
  put(Builtin::critical_path, 0, 5, 4);
  put(Builtin::critical_path, 1, 0, 1);
  report.attributes["latecomer.run_seconds"] = "10";
  return report;
}

TEST(Efficiencies, AreThoseOfPop) {
  // Computation: mean 6, largest 8. On an instant network 5 + 4 = 9 s, as long as the computation on the
  // path.
  const std::optional<Efficiencies> found = pop_efficiencies(query::Space(example()));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->parallel, 0.6);       // 6 / 10
  EXPECT_DOUBLE_EQ(found->load_balance, 0.75);  // 6 / 8
  EXPECT_DOUBLE_EQ(found->communication, 0.8);  // 8 / 10
  EXPECT_DOUBLE_EQ(found->serialization, 8.0 / 9);
  EXPECT_DOUBLE_EQ(found->transfer, 0.9);  // 9 / 10
  EXPECT_DOUBLE_EQ(found->ideal_seconds, 9);
}

TEST(Efficiencies, TheIdealRunIsNotShorterThanTheLargestComputation) {
  Report report = example();
  tests::set_value(report, metric_id(Builtin::critical_path), CallPathId(0), 0, 1);  // 1 + 4 < 8
  const std::optional<Efficiencies> found = pop_efficiencies(query::Space(report));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->ideal_seconds, 8);
  EXPECT_DOUBLE_EQ(found->serialization, 1);
  EXPECT_DOUBLE_EQ(found->transfer, 0.8);
}

TEST(Efficiencies, OverTimeAreThoseOfWindows) {
  Report report = example();
  EXPECT_TRUE(efficiencies_over_time(query::Space(report)).empty()) << "nothing is known by replay";
  report.files[std::string(kGainsFile)] = print_gains({{{Gain::Kind::instant_network, {}, 9}}, 10});
  report.files[std::string(kIdealTimesFile)] =
      print_ideal_times({.windows = {{.ideal = 4, .mean_computation = 3, .largest_computation = 3.5},
                                     {.ideal = 7, .mean_computation = 0, .largest_computation = 0}}});
  const std::vector<Efficiencies> found = efficiencies_over_time(query::Space(report));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_DOUBLE_EQ(found[0].parallel, 0.6);  // 3 of 5 s
  EXPECT_DOUBLE_EQ(found[0].load_balance, 3 / 3.5);
  EXPECT_DOUBLE_EQ(found[0].serialization, 3.5 / 4);
  EXPECT_DOUBLE_EQ(found[0].transfer, 0.8);
  EXPECT_DOUBLE_EQ(found[1].parallel, 0);
  EXPECT_DOUBLE_EQ(found[1].load_balance, 1) << "nobody computes more than others";
  EXPECT_DOUBLE_EQ(found[1].serialization, 0) << "all wait for each other";
  EXPECT_DOUBLE_EQ(found[1].transfer, 1) << "no window has more to do than there is time";
}

// A stream's time, in reports of other tools, is no computation of threads, and the mean is not over it.
TEST(Efficiencies, AreOfThreadsOnly) {
  Report report = example();
  report.locations.push_back({"Stream 1", "gpu", 1, LocationGroupId(0)});
  report.locations.push_back({"Counters", "metric", 2, LocationGroupId(0)});
  report.set_row(metric_id(Builtin::comp), CallPathId(0), {8, 4, 9, 0});
  report.set_row(metric_id(Builtin::critical_path), CallPathId(0), {5, 4, 0, 0});
  report.set_row(metric_id(Builtin::critical_path), CallPathId(1), {0, 1, 0, 0});
  const std::optional<Efficiencies> found = pop_efficiencies(query::Space(report));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->mean_computation, 6);
  EXPECT_DOUBLE_EQ(found->largest_computation, 8);
}

TEST(Efficiencies, AreOfTheTimeThatWasRecorded) {
  Report report = example();
  report.attributes["latecomer.run_seconds"] = "15";
  report.set_row(metric_id(Builtin::recording_off), CallPathId(0), {5, 5});
  const std::optional<Efficiencies> found = pop_efficiencies(query::Space(report));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->run_seconds, 10);
  EXPECT_DOUBLE_EQ(found->parallel, 0.6);
  report.set_row(metric_id(Builtin::recording_off), CallPathId(0), {5, 3});
  EXPECT_FALSE(pop_efficiencies(query::Space(report)))
      << "nobody knows what the first thread did while the second worked";
}

// Two processes of two threads, 10 s. All first threads compute 6 s and 4 s and are in MPI for 2 s and 4 s;
// the second threads compute 4 s and 2 s. So the processes are outside of MPI for 8 s and 6 s: mean 7,
// largest 8.
TEST(Efficiencies, AreThoseOfMpiAndOfThreads) {
  Report report = example();
  EXPECT_FALSE(pop_efficiencies(query::Space(report))->hybrid) << "one thread each";
  report.locations = {{"", "", 0, LocationGroupId(0)},
                      {"", "", 1, LocationGroupId(0)},
                      {"", "", 0, LocationGroupId(1)},
                      {"", "", 1, LocationGroupId(1)}};
  const auto put = [&](Builtin metric, size_t path, std::vector<double> values) {
    report.set_row(metric_id(metric), CallPathId(path), std::move(values));
  };
  put(Builtin::comp, 0, {6, 4, 4, 2});
  put(Builtin::time, 0, {8, 10, 6, 10});
  put(Builtin::time, 1, {2, 0, 4, 0});
  put(Builtin::mpi, 1, {2, 0, 4, 0});
  put(Builtin::critical_path, 0, {5, 0, 4, 0});
  put(Builtin::critical_path, 1, {0, 0, 1, 0});
  const std::optional<Efficiencies> found = pop_efficiencies(query::Space(report));
  ASSERT_TRUE(found && found->hybrid);
  const HybridEfficiencies& hybrid = *found->hybrid;
  EXPECT_DOUBLE_EQ(found->parallel, 0.4);      // (6 + 4 + 4 + 2) / 4 / 10
  EXPECT_DOUBLE_EQ(hybrid.mpi_parallel, 0.7);  // 7 / 10
  EXPECT_DOUBLE_EQ(hybrid.mpi_load_balance, 7.0 / 8);
  EXPECT_DOUBLE_EQ(hybrid.mpi_communication, 0.8);    // 8 / 10
  EXPECT_DOUBLE_EQ(hybrid.thread_parallel, 4.0 / 7);  // 0.4 / 0.7
  EXPECT_DOUBLE_EQ(hybrid.thread_load_balance, 4.0 / 6 * 8 / 7);
  EXPECT_DOUBLE_EQ(hybrid.thread_communication, 0.6 / 0.8);
}

TEST(Efficiencies, NeedARunTimeAndACriticalPath) {
  Report report = example();
  report.attributes.clear();
  EXPECT_FALSE(pop_efficiencies(query::Space(report)));
  Report without_path = example();
  for (const size_t path : {0, 1})
    without_path.set_row(metric_id(Builtin::critical_path), CallPathId(path), {0, 0});
  EXPECT_FALSE(pop_efficiencies(query::Space(without_path)));
  EXPECT_FALSE(pop_efficiencies(query::Space(Report())));
}

}  // namespace
}  // namespace latecomer::findings
