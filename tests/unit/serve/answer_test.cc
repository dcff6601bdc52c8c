// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "serve/answer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"
#include "support/run_ranks.h"
#include "unit/serve/example.h"

namespace latecomer::serve {
namespace {

using namespace query;
using namespace report;

/// The answer, which has to be the same on one rank and on two.
Json answered(const Report& report, const std::string& text) {
  const Result<Request> request = parse_request(report, text);
  EXPECT_TRUE(request) << text << ": " << request.error().message;
  const Json alone = answer(Space(report), *request);
  run_ranks(2, [&](Comm& comm) {
    std::vector<int> owners;
    for (size_t i = 0; i < report.call_paths.size(); ++i) owners.push_back(static_cast<int>(i % 2));
    EXPECT_EQ(answer(Space(report, comm, owners), *request), alone) << text;
  });
  return alone;
}

using Positions = std::vector<size_t>;
using Values = std::vector<double>;

void expect_values(const std::string& text, const Positions& positions, const Values& values) {
  const Json json = answered(example(), "values?metric=" + text);
  EXPECT_EQ(json["positions"], Json(positions)) << text;
  EXPECT_EQ(json["values"], Json(values)) << text;
}

double value(const std::string& text) {
  return answered(example(), "values?metric=" + text)["value"];
}

TEST(Values, AreTotals) {
  // Own times: main 6, solve 60, MPI_Recv 400, solve 5, MPI_Recv 7, MPI_Recv 4.
  EXPECT_EQ(value("time"), 482);
  EXPECT_EQ(value("time&callees=excluded"), 482) << "all call paths together are all there is";
  EXPECT_EQ(value("time&call_path=1"), 472) << "60 + 400 + 5 + 7";
  EXPECT_EQ(value("time&call_path=1&callees=excluded"), 60);
  EXPECT_EQ(value("time&rank=1"), 338) << "3 + 30 + 300 + 5";
  EXPECT_EQ(value("time&node=1"), 144) << "115 of thread 0, 29 of thread 1";
  EXPECT_EQ(value("time&node=0"), 482);
  EXPECT_EQ(value("time&location=1&call_path=3"), 7);
  EXPECT_EQ(value("time&child_metrics=excluded"), 225) << "without 257 of waiting";
  EXPECT_EQ(value("longest"), 9);
  EXPECT_EQ(value("longest&rank=1"), 3);
}

TEST(Values, AreByCallPath) {
  expect_values("time&by=call_path", {0, 1, 2, 3, 4, 5}, {482, 472, 400, 12, 7, 4});
  expect_values("time&by=call_path&callees=excluded", {0, 1, 2, 3, 4, 5}, {6, 60, 400, 5, 7, 4});
  expect_values("time&by=call_path&call_path=3", {3, 4}, {12, 7});
  expect_values("time&by=call_path&rank=1", {0, 1, 2, 3, 4, 5}, {338, 335, 300, 5, 0, 0});
  expect_values("time&by=call_path&child_metrics=excluded", {0, 1, 2, 3, 4, 5}, {225, 215, 150, 5, 0, 4});
}

TEST(Values, AreByRegion) {
  expect_values("time&by=region&callees=excluded", {0, 1, 2}, {6, 65, 411});
  // The inner solve is a part of the outer one, which has counted it already.
  expect_values("time&by=region", {0, 1, 2}, {482, 472, 411});
  expect_values("time&by=region&call_path=3", {1, 2}, {12, 7});
}

TEST(Values, AreThoseOfARegion) {
  // MPI_Recv is called thrice: 400 + 7 + 4; solve in solve: 60 + 5.
  EXPECT_EQ(value("time&region=2"), 411);
  EXPECT_EQ(value("time&region=1&callees=excluded"), 65);
  EXPECT_EQ(value("time&region=1"), 472) << "the inner solve is a part of the outer one";
  EXPECT_EQ(value("time&region=1&call_path=5"), 0) << "there is no solve";
  expect_values("time&region=2&by=location", {0, 1, 2}, {104, 7, 300});
  expect_values("time&region=1&by=location&callees=excluded", {0, 1, 2}, {10, 20, 35});
  expect_values("time&region=1&by=rank", {0, 1}, {137, 335});
  expect_values("time&region=2&by=call_path", {2, 4, 5}, {400, 7, 4});
  expect_values("time&region=2&by=region", {2}, {411});
  expect_values("time&region=2&by=location&child_metrics=excluded", {0, 1, 2}, {54, 0, 100});
  expect_values("longest&region=2&by=location", {0, 1, 2}, {9, 4, 1});
}

TEST(Values, AreByPartsOfTheSystem) {
  expect_values("time&by=location", {0, 1, 2}, {115, 29, 338});
  expect_values("time&by=location&call_path=1&callees=excluded", {0, 1, 2}, {10, 20, 30});
  expect_values("time&by=location&rank=0", {0, 1}, {115, 29});
  expect_values("time&by=rank", {0, 1}, {144, 338});
  expect_values("time&by=node", {0, 1, 2}, {482, 144, 338});
  expect_values("time&by=node&rank=1", {0, 2}, {338, 338});
  expect_values("longest&by=rank", {0, 1}, {9, 3});
}

TEST(Values, OfDerivedMetricsAreCalculatedFromSums) {
  EXPECT_DOUBLE_EQ(value("share"), 257.0 / 482);
  EXPECT_DOUBLE_EQ(value("share&call_path=3"), 7.0 / 12) << "of 5 of solve, and 7 of MPI_Recv";
  EXPECT_DOUBLE_EQ(value("share&rank=0"), 57.0 / 144);
  EXPECT_EQ(value("share&call_path=0&callees=excluded"), 0);
  expect_values("share&by=call_path&call_path=3", {3, 4}, {7.0 / 12, 1});
  expect_values("share&by=location", {0, 1, 2}, {50.0 / 115, 7.0 / 29, 200.0 / 338});
  expect_values("share&by=rank", {0, 1}, {57.0 / 144, 200.0 / 338});
  expect_values("share&by=node&location=1", {0, 1}, {7.0 / 29, 7.0 / 29});
}

TEST(Statistics, AreThoseOfTheValues) {
  const Json json = answered(example(), "statistics?metric=time&call_path=1&callees=excluded");
  EXPECT_EQ(json["count"], 3) << "10, 20 and 30";
  EXPECT_EQ(json["sum"], 60);
  EXPECT_EQ(json["mean"], 20);
  EXPECT_DOUBLE_EQ(json["deviation"], std::sqrt(200.0 / 3)) << "(100 + 0 + 100) / 3";
  EXPECT_EQ(json["minimum"], 10);
  EXPECT_EQ(json["first_quartile"], 15) << "half of the way from the first to the second";
  EXPECT_EQ(json["median"], 20);
  EXPECT_EQ(json["third_quartile"], 25);
  EXPECT_EQ(json["maximum"], 30);
  EXPECT_EQ(json["minimum_at"], 0);
  EXPECT_EQ(json["maximum_at"], 2);
}

TEST(Statistics, OfOneValueAreThatValue) {
  const Json json = answered(example(), "statistics?metric=time&location=1");
  EXPECT_EQ(json["count"], 1);
  EXPECT_EQ(json["deviation"], 0);
  for (const char* key : {"sum", "mean", "minimum", "first_quartile", "median", "third_quartile", "maximum"})
    EXPECT_EQ(json[key], 29) << key;
}

TEST(Statistics, SurviveWhatIsNotANumber) {
  Report report = example();
  report.set_row(MetricId(0), CallPathId(0), {std::numeric_limits<double>::quiet_NaN(), 1, 2});
  const Request request = *parse_request(report, "statistics?metric=time&call_path=0&callees=excluded");
  EXPECT_EQ(answer(Space(report), request)["minimum"], 1);
}

TEST(Top, IsTheLargestFirst) {
  const Json top = answered(example(), "top?metric=time&limit=2")["top"];
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top[0]["position"], 2);
  EXPECT_EQ(top[0]["value"], 400);
  EXPECT_EQ(top[0]["name"], "main/solve/MPI_Recv");
  EXPECT_EQ(top[1]["position"], 1);
  EXPECT_EQ(answered(example(), "top?metric=time&by=rank")["top"][0]["name"], "MPI Rank 1");
}

TEST(Search, FindsPartsOfNamesInAnyLetters) {
  const Json paths = answered(example(), "search?text=mpi_r&limit=2");
  EXPECT_EQ(paths["count"], 3) << "those that do not fit are counted";
  ASSERT_EQ(paths["found"].size(), 2U);
  EXPECT_EQ(paths["found"][0]["position"], 2);
  EXPECT_EQ(paths["found"][1]["position"], 4);
  const Json regions = answered(example(), "search?text=OLV&by=region");
  ASSERT_EQ(regions["found"].size(), 1U);
  EXPECT_EQ(regions["found"][0]["name"], "solve");
  EXPECT_EQ(answered(example(), "search?text=nothing")["found"], Json::array());
}

TEST(Answer, OfAnEmptyReportIsNothing) {
  Report report;
  report.metrics.push_back({.id = "time", .data_type = "DOUBLE"});
  EXPECT_EQ(answered(report, "values?metric=time")["value"], 0);
  EXPECT_EQ(answered(report, "values?metric=time&by=region")["values"], Json::array());
  EXPECT_EQ(answered(report, "statistics?metric=time")["count"], 0);
  EXPECT_EQ(answered(report, "top?metric=time")["top"], Json::array());
}

TEST(Topologies, AreThoseOfTheReport) {
  Report report = example();
  report.topologies = {{.name = "grid",
                        .dimensions = {{"x", 2, true}, {"", 3, false}},
                        .locations = {LocationId(2), LocationId(0)},
                        .coordinates = {1, 2, 0, 0}}};
  const Json expected = Json::parse(R"({"topologies": [{"name": "grid",
    "dimensions": [{"name": "x", "size": 2, "periodic": true}, {"name": "", "size": 3, "periodic": false}],
    "locations": {"positions": [2, 0], "coordinates": [1, 2, 0, 0]}, "ranks": null, "nodes": null}]})");
  EXPECT_EQ(answered(report, "topologies"), expected);
  EXPECT_EQ(answered(example(), "topologies"), Json::parse(R"({"topologies": []})"));
}

TEST(Summary, IsThereForAnyReport) {
  const Json summary = answered(example(), "summary");
  EXPECT_EQ(summary["time"], 482);
  EXPECT_EQ(summary["waiting"], 0) << "none of latecomer's metrics of waiting is there";
  EXPECT_EQ(summary["time_shares"],
            Json::parse(R"([{"name": "Other", "metrics": [], "seconds": 482.0, "waiting": 0.0,
    "is_part": false}])"));
  EXPECT_EQ(summary["root_causes"], Json());
  EXPECT_EQ(summary["critical_path"], Json());
}

TEST(Answer, OfTwoReportsTellsHowTheyDiffer) {
  const Report first = example();
  Report second = example();
  second.set_row(MetricId(0), CallPathId(4), {0, 9, 0});  // instead of 7
  for (const int ranks : {1, 2})
    run_ranks(ranks, [&](Comm& comm) {
      const std::vector<int> owners = {0, ranks - 1, 0, ranks - 1, 0, ranks - 1};
      const Space base(first, comm, owners);
      const Space other(second, comm, owners);
      const Spaces both(base, &other);
      const auto asked = [&](const char* text) { return answer(both, *parse_request(both.reports(), text)); };
      EXPECT_EQ(asked("values?metric=time")["value"], 482.0);
      EXPECT_EQ(asked("second/values?metric=time")["value"], 484.0);
      const Json compared = asked("compare");
      EXPECT_EQ(compared["metrics"][0]["id"], "time");
      EXPECT_EQ(compared["metrics"][0]["difference"], 2.0);
      EXPECT_EQ(compared["metrics"][1]["difference"], 0.0);
      EXPECT_EQ(compared["call_paths"][0]["path"], "main/solve/solve/MPI_Recv");
      EXPECT_EQ(compared["call_paths"][0]["difference"], 2.0);
      EXPECT_EQ(asked("aligned")["call_paths"]["parent"], Json::parse("[null,0,1,1,3,0]"));
      EXPECT_EQ(asked("aligned")["call_paths"]["other"], Json::parse("[0,1,2,3,4,5]"));
      EXPECT_EQ(asked("aligned")["metrics"]["base"], Json::parse("[0,1,2,3]"));
    });
}

TEST(Answer, ComparesSoManyCallPathsOfEachMetric) {
  const Report first = example();
  Report second = example();
  second.set_row(MetricId(0), CallPathId(0), {1, 2, 4});     // 1 more
  second.set_row(MetricId(0), CallPathId(4), {0, 9, 0});     // 2 more
  second.set_row(MetricId(1), CallPathId(2), {50, 0, 201});  // 1 more
  const Space base(first);
  const Space other(second);
  const Spaces both(base, &other);
  const Json compared = answer(both, *parse_request(both.reports(), "compare?limit=1"));
  Positions metrics;
  for (const Json& each : compared["call_paths"]) metrics.push_back(each["metric"]);
  EXPECT_EQ(metrics.front(), 0U);
  EXPECT_EQ(std::ranges::count(metrics, 0U), 1);
  EXPECT_EQ(std::ranges::count(metrics, 1U), 1);
  EXPECT_EQ(compared["call_paths"][0]["difference"], 2.0);
}

}  // namespace
}  // namespace latecomer::serve
