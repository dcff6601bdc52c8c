// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "query/derived_metrics.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "query/space.h"
#include "support/run_ranks.h"

namespace latecomer::query {
namespace {

using namespace report;
using Values = std::vector<double>;

constexpr CallPathId kMain(0);
constexpr CallPathId kSolve(1);

/// main { solve { send }, end } on two threads of one process:
///
///     time     main 4 2    solve 3 1    send 2 0    end 1 1        14 in all
///     visits   main 1 1    solve 2 2    send 4 0    end 1 1        12 in all
class Derived : public testing::Test {
 protected:
  Derived() {
    add_metric("time", MetricKind::exclusive);
    add_metric("visits", MetricKind::exclusive);
    for (const char* name : {"main", "solve", "MPI_Send", "end"}) report.regions.push_back({.name = name});
    report.call_paths = {
        {CallPathId(), RegionId(0)}, {kMain, RegionId(1)}, {kSolve, RegionId(2)}, {kMain, RegionId(3)}};
    report.system_nodes = {{"machine", "machine", {}}};
    report.location_groups = {{"", "process", 0, SystemNodeId(0)}};
    for (int thread : {0, 1}) report.locations.push_back({"", "thread", thread, LocationGroupId(0)});
    const auto put = [&](size_t metric, const std::vector<Values>& rows) {
      for (size_t path = 0; path < rows.size(); ++path)
        report.set_row(MetricId(metric), CallPathId(path), rows[path]);
    };
    put(0, {{4, 2}, {3, 1}, {2, 0}, {1, 1}});
    put(1, {{1, 1}, {2, 2}, {4, 0}, {1, 1}});
  }

  MetricId add_metric(const std::string& id, MetricKind kind, const std::string& expression = "",
                      const std::string& initialization = "") {
    Metric metric;
    metric.id = id;
    metric.kind = kind;
    metric.data_type = "DOUBLE";
    metric.expression = expression;
    metric.initialization = initialization;
    report.metrics.push_back(metric);
    return MetricId(report.metrics.size() - 1);
  }

  /// Calls `check` with the space on one rank, on three that share the call paths, and on two with a thread
  /// each.
  template <class Check>
  void on_ranks(const Check& check) {
    check(Space(report));
    run_ranks(3, [&](Comm& comm) { check(Space(report, comm, {0, 1, 2, 0})); });
    run_ranks(2, [&](Comm& comm) { check(Space(report, comm, {})); });
  }

  Report report;
};

TEST_F(Derived, PostderivedValuesAreCalculatedFromSums) {
  const MetricId per_visit =
      add_metric("per_visit", MetricKind::postderived, "metric::time() / metric::visits()");
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.notes(), std::vector<std::string>());
    EXPECT_DOUBLE_EQ(space.total(per_visit), 14.0 / 12);
    EXPECT_EQ(space.per_call_path(per_visit, Below::excluded), (Values{6.0 / 2, 4.0 / 4, 2.0 / 4, 2.0 / 2}));
    EXPECT_EQ(space.per_call_path(per_visit, Below::included),
              (Values{14.0 / 12, 6.0 / 8, 2.0 / 4, 2.0 / 2}));
    EXPECT_EQ(space.per_location(per_visit), (Values{10.0 / 8, 4.0 / 4}));
    EXPECT_EQ(space.per_group(per_visit), (Values{14.0 / 12}));
    EXPECT_EQ(space.per_location(per_visit, kSolve, Below::included), (Values{5.0 / 6, 1.0 / 2}));
    EXPECT_EQ(space.by_call_path(per_visit, Below::excluded, LocationId(0)).numbers(),
              (Values{4.0 / 1, 3.0 / 2, 2.0 / 4, 1.0 / 1}));
    EXPECT_EQ(space.whole(per_visit, {.path = kSolve, .where = LocationId(1)}).number(0), 1.0 / 2);
  });
}

TEST_F(Derived, PrederivedExclusiveValuesAreCalculatedFirst) {
  const MetricId product =
      add_metric("product", MetricKind::prederived_exclusive, "metric::time() * metric::visits()");
  // main 4 2   solve 6 2   send 8 0   end 1 1
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.per_call_path(product, Below::excluded), (Values{6, 8, 8, 2}));
    EXPECT_EQ(space.per_call_path(product, Below::included), (Values{24, 16, 8, 2}));
    EXPECT_EQ(space.per_location(product), (Values{19, 5}));
    EXPECT_EQ(space.per_location(product, kSolve, Below::included), (Values{14, 2}));
    EXPECT_EQ(space.total(product), 24);
  });
}

TEST_F(Derived, EachLocationKnowsWhichItIs) {
  const MetricId weighted = add_metric("weighted", MetricKind::prederived_exclusive,
                                       "metric::time() * (${calculation::sysres::id} + 1)");
  // main 4 4   solve 3 2   send 2 0   end 1 2
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.per_location(weighted, kMain, Below::excluded), (Values{4, 4}));
    EXPECT_EQ(space.per_location(weighted), (Values{10, 8}));
    EXPECT_EQ(space.per_call_path(weighted, Below::excluded), (Values{8, 5, 2, 3}));
  });
}

TEST_F(Derived, PrederivedInclusiveValuesAreCalculatedFromInclusiveOnes) {
  const MetricId product =
      add_metric("product", MetricKind::prederived_inclusive, "metric::time() * metric::visits()");
  // time with calls    main 10 4   solve 5 1   send 2 0   end 1 1
  // visits with calls  main 8 4    solve 6 2   send 4 0   end 1 1
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.per_call_path(product, Below::included), (Values{80 + 16, 30 + 2, 8, 2}));
    EXPECT_EQ(space.per_call_path(product, Below::excluded), (Values{96 - 32 - 2, 32 - 8, 8, 2}));
    EXPECT_EQ(space.per_location(product), (Values{80, 16}));
    EXPECT_EQ(space.per_location(product, kMain, Below::excluded), (Values{80 - 30 - 1, 16 - 2 - 1}));
    EXPECT_EQ(space.total(product), 96);
  });
}

/// The largest of the threads' values, added up over call paths: main 4, solve 3, send 2, end 1.
TEST_F(Derived, ValuesOfLocationsAreCombinedAsTheMetricSays) {
  const MetricId longest = add_metric("longest", MetricKind::prederived_exclusive, "metric::time()");
  report.metrics.back().aggregation = "max( arg1, arg2 )";
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.notes(), std::vector<std::string>());
    EXPECT_EQ(space.per_call_path(longest, Below::excluded), (Values{4, 3, 2, 1}));
    EXPECT_EQ(space.per_call_path(longest, Below::included), (Values{10, 5, 2, 1}));
    EXPECT_EQ(space.total(longest), 10);
    EXPECT_EQ(space.per_location(longest), (Values{10, 4}));
    EXPECT_EQ(space.per_group(longest), (Values{10}));
  });
}

/// The same the other way round: the largest of main 6, solve 4, send 2, end 2.
TEST_F(Derived, ValuesOfCallPathsAreCombinedAsTheMetricSays) {
  const MetricId largest = add_metric("largest", MetricKind::prederived_exclusive, "metric::time()");
  report.metrics.back().aggregation_plus = "max(arg1,arg2)";
  EXPECT_FALSE(is_sum(report.metrics.back()));
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.per_call_path(largest, Below::excluded), (Values{6, 4, 2, 2}));
    EXPECT_EQ(space.per_call_path(largest, Below::included), (Values{6, 4, 2, 2}));
    EXPECT_EQ(space.per_location(largest), (Values{4, 2}));
    EXPECT_EQ(space.per_group(largest), (Values{6}));
    EXPECT_EQ(space.per_location(largest, kSolve, Below::included), (Values{3, 1}));
  });
}

/// With what is below: main 10 4, solve 5 1, send 2 0, end 1 1. The longer of each, and their differences.
TEST_F(Derived, WithoutWhatIsBelowIsADifferenceOfInclusiveValues) {
  const MetricId longest = add_metric("longest", MetricKind::prederived_inclusive, "metric::time()");
  report.metrics.back().aggregation = "max(arg1, arg2)";
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.per_call_path(longest, Below::included), (Values{10, 5, 2, 1}));
    EXPECT_EQ(space.per_call_path(longest, Below::excluded), (Values{10 - 5 - 1, 5 - 2, 2, 1}));
    EXPECT_EQ(space.per_location(longest, kSolve, Below::excluded), (Values{3, 1}));
  });
}

TEST_F(Derived, OtherCombinationsAreNamed) {
  const MetricId other = add_metric("other", MetricKind::prederived_exclusive, "metric::time()");
  report.metrics.back().aggregation = "arg1 * arg2";
  const Space space(report);
  EXPECT_EQ(space.total(other), 0);
  EXPECT_EQ(space.notes(),
            (std::vector<std::string>{
                "metric 'other' combines its values by other expressions than sums, minima and maxima"}));
}

TEST_F(Derived, MetricsCanReferToDerivedOnes) {
  const MetricId twice = add_metric("twice", MetricKind::postderived, "2 * metric::mpi_time()");
  const MetricId mpi_time = add_metric("mpi_time", MetricKind::prederived_exclusive,
                                       "{ if (${cube::region::name}[${calculation::region::id}] =~ /^MPI_/) "
                                       "{ ${a} = metric::time(); }; return ${a}; }");
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.notes(), std::vector<std::string>());
    EXPECT_EQ(space.per_call_path(mpi_time, Below::included), (Values{2, 2, 2, 0}));
    EXPECT_EQ(space.per_call_path(twice, Below::included), (Values{4, 4, 4, 0}));
    EXPECT_EQ(space.total(twice), 4);
  });
}

TEST_F(Derived, FlavoursAndOtherScopesAreObeyed) {
  const MetricId share =
      add_metric("share", MetricKind::prederived_exclusive, "metric::time() / metric::fixed::time()");
  const MetricId below =
      add_metric("below", MetricKind::prederived_exclusive, "metric::time(i) - metric::time(e)");
  const MetricId of_call_path =
      add_metric("of_call_path", MetricKind::postderived, "metric::call::time(1, i)");
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.notes(), std::vector<std::string>());
    EXPECT_EQ(space.per_call_path(share, Below::excluded),
              (Values{4.0 / 14 + 2.0 / 14, 3.0 / 14 + 1.0 / 14, 2.0 / 14, 1.0 / 14 + 1.0 / 14}));
    EXPECT_EQ(space.per_call_path(below, Below::excluded), (Values{14 - 6, 6 - 4, 0, 0}));
    EXPECT_EQ(space.per_call_path(of_call_path, Below::excluded), (Values{6, 6, 6, 6}));
  });
}

TEST_F(Derived, InitializationsAreEvaluatedOnceBefore) {
  const MetricId marked = add_metric("marked", MetricKind::prederived_exclusive,
                                     "${marked}[${calculation::callpath::id}] * metric::time()",
                                     "{ global(marked); ${i} = 0; while (${i} < ${cube::#callpaths}) { "
                                     "${marked}[${i}] = ${i}; ${i} = ${i} + 1; }; return 0; }");
  on_ranks([&](const Space& space) {
    EXPECT_EQ(space.notes(), std::vector<std::string>());
    EXPECT_EQ(space.per_call_path(marked, Below::excluded), (Values{0, 4, 2 * 2, 3 * 2}));
  });
}

TEST_F(Derived, CirclesAreFound) {
  add_metric("a", MetricKind::postderived, "metric::b() + 1");
  add_metric("b", MetricKind::postderived, "metric::a() + 1");
  const Space space(report);
  EXPECT_EQ(space.notes(),
            std::vector<std::string>{
                "the expression of metric 'b' leads back to the metric, or through more than 100 others"});
  EXPECT_EQ(space.total(space.find_metric("a")), 1) << "b is zero";
}

TEST_F(Derived, LongChainsEndSomewhere) {
  for (int i = 0; i < 10'000; ++i)
    add_metric("m" + std::to_string(i), MetricKind::postderived,
               "metric::m" + std::to_string(i + 1) + "() + 1");
  const Space space(report);
  EXPECT_FALSE(space.notes().empty());
  EXPECT_LT(space.total(space.find_metric("m0")), 200);
}

TEST_F(Derived, WhatIsNotCubePLIsNamed) {
  const MetricId broken = add_metric("broken", MetricKind::postderived, "metric::time( +");
  const Space space(report);
  ASSERT_EQ(space.notes().size(), 1u);
  EXPECT_TRUE(space.notes()[0].starts_with("the expression of metric 'broken'")) << space.notes()[0];
  EXPECT_EQ(space.total(broken), 0);
}

}  // namespace
}  // namespace latecomer::query
