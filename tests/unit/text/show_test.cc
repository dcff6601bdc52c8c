// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example.h"
#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"
#include "store/read_findings.h"
#include "support/findings.h"
#include "support/json_text.h"
#include "text/show_text.h"
#include "text/text.h"

namespace latecomer::text {
namespace {

using namespace findings;
using namespace report;
using store::CriticalPath;
using store::CriticalStretch;

TEST(MetricTree, LeavesOutWhatIsZero) {
  const std::string tree = metric_tree(query::Space(example_report()), false);
  EXPECT_NE(tree.find("          Late Sender (mpi_latesender)   "), std::string::npos) << tree;
  EXPECT_EQ(tree.find("mpi_latereceiver"), std::string::npos) << tree;
  EXPECT_NE(tree.find("metrics are zero throughout and not shown"), std::string::npos) << tree;
  EXPECT_NE(metric_tree(query::Space(example_report()), true).find("mpi_latereceiver"), std::string::npos);
}

TEST(MetricDetails, ShowCallPathsAndRanks) {
  const std::string text =
      metric_details(query::Space(example_report()), metric_id(Builtin::mpi_latesender), false);
  EXPECT_EQ(text.find("Late Sender (mpi_latesender): 6.00 s, 20.0 % of Time\n"), 0u) << text;
  EXPECT_NE(text.find("    MPI_Recv                                                            6.00 s        "
                      "6.00 s   100.0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("min 0 s   mean 2.00 s   max 6.00 s"), std::string::npos) << text;
  EXPECT_EQ(text.find("MPI_Barrier"), std::string::npos) << text;
}

// 64 columns are for names, of which 4 are before this one.
TEST(MetricDetails, ShowWhereACallIsThoughItsNameIsLong) {
  Report report = example_report();
  report.regions[1].name = "a_function_with_a_rather_long_name_that_nearly_fills_lines";
  report.call_paths[1].call_file = "wave.c";
  report.call_paths[1].call_line = 97;
  const std::string text = metric_details(query::Space(report), metric_id(Builtin::mpi_latesender), false);
  EXPECT_NE(text.find("    a_function_with_a_rather_long_name_that_nearly_fills_lines          6.00 s        "
                      "6.00 s   100.0\n"
                      "      (wave.c:97)\n"),
            std::string::npos)
      << text;
}

TEST(MetricDetails, ShowNamesWholeThatNoColumnTakes) {
  Report report = example_report();
  report.regions[1].name = std::string(70, 'a') + "(int)";
  report.regions[2].name = std::string(70, 'a') + "(double)";
  tests::set_value(report, metric_id(Builtin::mpi_latesender), CallPathId(2), 0, 1);
  const std::string text = metric_details(query::Space(report), metric_id(Builtin::mpi_latesender), false);
  EXPECT_NE(text.find("(int)\n" + std::string(72, ' ') + "6.00 s"), std::string::npos) << text;
  EXPECT_NE(text.find("(double)\n" + std::string(72, ' ') + "1.00 s"), std::string::npos) << text;
}

TEST(Text, IsCutBetweenCharacters) {
  EXPECT_EQ(end_of("a → b", 5), "a → b");
  EXPECT_EQ(end_of("aa → bb", 6), "... bb");
  EXPECT_EQ(end_of("a→→→→→b", 6), "...→→b");
  EXPECT_EQ(begin_of("aa → bb", 6), "aa ...");
  EXPECT_EQ(begin_of("a→→→→→b", 6), "a→→...");
}

TEST(Json, HasTheWholeReport) {
  const nlohmann::json json = nlohmann::json::parse(json_text(query::Space(example_report()), MetricId()));
  const size_t metric = metric_id(Builtin::mpi_barrier_wait).index();
  EXPECT_EQ(json["metrics"][metric]["id"], "mpi_barrier_wait");
  EXPECT_EQ(json["metrics"][metric]["total"], 4);
  EXPECT_EQ(json["call_paths"][2]["parent"], 0);
  EXPECT_EQ(json["regions"][2]["name"], "MPI_Barrier");
  EXPECT_EQ(json["locations"].size(), 3u);
  size_t found = 0;
  for (const nlohmann::json& row : json["values"]) {
    if (row["metric"] != metric) continue;
    EXPECT_EQ(row["call_path"], 2);
    EXPECT_EQ(row["values"], (std::vector<double>{0, 1, 3}));
    ++found;
  }
  EXPECT_EQ(found, 1u);
}

CriticalStretch stretch(size_t location, size_t path, int64_t begin, int64_t end,
                        std::optional<store::Stretch::Edge> edge = {}) {
  return {{begin, CallPathId(path), Ticks(begin), Ticks(end), edge}, LocationId(location)};
}

/// Where rank 1 waited in MPI_Recv for rank 0.
const store::Stretch::Edge kEdge = {LocationId(0), metric_id(Builtin::mpi_latesender), CallPathId(1)};

/// The example with ranks 0 and 1 on its critical path, 0-4 s and 4-10 s. Rank 1 waits for rank 0 from 1 to
/// 4 s, which took 2 s longer in main; rank 2 from 3 to 4 s for rank 1, which had waited half of that itself.
Report report_with_findings() {
  Report report = example_report();
  report.attributes["latecomer.ticks_per_second"] = "10";
  report.attributes["latecomer.begin_ticks"] = "100";
  const auto wait = [](int64_t begin, int64_t end, Builtin kind, size_t path, size_t cause) {
    return store::Wait{
        Ticks(end), Ticks(end - begin), metric_id(kind), CallPathId(path), LocationId(cause), {}, {}};
  };
  std::vector<store::Chunk> chunks;
  const auto add = [&]<class Row>(size_t location, const std::vector<Row>& rows) {
    store::add_chunks<Row>(LocationId(location), rows, chunks);
  };
  add(0, std::vector<store::Delay>{
             {Ticks(100), Ticks(140), LocationId(1), 0, {}, {{CallPathId(0), Ticks(20)}}}});
  add(0, std::vector<store::Stretch>{stretch(0, 0, 100, 140)});
  add(0, std::vector<store::Consequence>{
             {CallPathId(0), metric_id(Builtin::mpi_latesender), CallPathId(1), 2.5, {LocationGroupId(1)}}});
  add(1, std::vector<store::Wait>{wait(110, 140, Builtin::mpi_latesender, 1, 0)});
  add(1, std::vector<store::Delay>{
             {Ticks(135), Ticks(140), LocationId(2), 0, Ticks(5), {{CallPathId(0), Ticks(1)}}}});
  add(1, std::vector<store::Stretch>{stretch(1, 1, 140, 141, kEdge), stretch(1, 0, 141, 200)});
  add(2, std::vector<store::Wait>{wait(130, 140, Builtin::mpi_barrier_wait, 2, 1)});
  put_findings(std::move(chunks), report);
  return report;
}

TEST(CriticalPathText, SaysWhenItWentFromOneLocationToAnother) {
  const Report report = report_with_findings();
  const Result<CriticalPath> path = store::read_critical_path(report);
  ASSERT_TRUE(path);
  EXPECT_EQ(critical_path_text(report, *path, false),
            "Critical path: 10.0 s on 2 threads, 1 change between them\n"
            "        from s        length  call path\n"
            "rank 0\n"
            "        0.0000        4.00 s  main\n"
            "rank 1, when its wait for rank 0 ended: Late Sender in main/MPI_Recv\n"
            "        4.0000        100 ms  main/MPI_Recv\n"
            "        4.1000        5.90 s  main\n");
}

// Two functions that were sampled one after the other in one gap, then the gap again.
TEST(CriticalPathText, ShowsGapsWhole) {
  Report report = report_with_findings();
  report.regions[1].name = "main (m.c:5 → m.c:9)";
  report.regions[1].role = kGapRole;
  report.regions[2].name = "work";
  report.call_paths[2] = {CallPathId(1), RegionId(2), "/a/m.c", 7};
  const CriticalPath path = {
      stretch(0, 1, 100, 130),
      stretch(0, 2, 130, 140),
      stretch(0, 0, 140, 150),
      stretch(0, 2, 150, 200),
  };
  const std::string head =
      "Critical path: 10.0 s on 1 thread, 0 changes between them\n"
      "        from s        length  call path\n"
      "rank 0\n";
  EXPECT_EQ(critical_path_text(report, path, false),
            head +
                "        0.0000        4.00 s  main (m.c:5 → m.c:9)\n"
                "        4.0000        1.00 s  main\n"
                "        5.0000        5.00 s  main (m.c:5 → m.c:9)\n");
  EXPECT_NE(critical_path_text(report, path, true)
                .find("        3.0000        1.00 s  main (m.c:5 → m.c:9)/work (m.c:7)\n"),
            std::string::npos);
}

TEST(CriticalPathText, CountsWhatIsShort) {
  // Of 1000 ticks, one of 0.5 on each side of the change is less than a thousandth.
  const Report report = report_with_findings();
  const CriticalPath path = {
      stretch(0, 0, 0, 9990),
      stretch(0, 1, 9990, 9995),
      stretch(1, 1, 9995, 10000, kEdge),
  };
  const std::string text = critical_path_text(report, path, false);
  EXPECT_NE(text.find("           ...        1.00 s  in 2 short stretches\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("rank 1"), std::string::npos) << text;
  EXPECT_NE(critical_path_text(report, path, true).find("rank 1, when"), std::string::npos);
}

// Of the 2 s that rank 0 took longer, 1.5 s were sampled in what was inlined into main.
TEST(InstancesText, CountsWhatWasInlinedAmongItsFunction) {
  for (const std::string_view role : {std::string_view("function"), kGapRole}) {
    Report report = report_with_findings();
    report.regions[0].paradigm = "compiler";
    report.regions[0].role = role;
    const RegionId inlined(report.regions.size());
    report::Region& region = report.regions.emplace_back();
    region.name = "inlined";
    region.paradigm = "sampling";
    report.call_paths.push_back({CallPathId(size_t{0}), inlined});
    const CallPathId sampled(report.call_paths.size() - 1);
    std::vector<store::Chunk> chunks;
    store::add_chunks<store::Delay>(
        LocationId(0),
        std::vector<store::Delay>{{Ticks(100),
                                   Ticks(140),
                                   LocationId(1),
                                   0,
                                   {},
                                   {{CallPathId(size_t{0}), Ticks(5)}, {sampled, Ticks(15)}}}},
        chunks);
    store::add_chunks<store::Wait>(LocationId(1),
                                   std::vector<store::Wait>{{Ticks(140),
                                                             Ticks(30),
                                                             metric_id(Builtin::mpi_latesender),
                                                             CallPathId(1),
                                                             LocationId(0),
                                                             {},
                                                             {}}},
                                   chunks);
    put_findings(std::move(chunks), report);
    const Result<std::vector<findings::Instance>> instances = findings::most_severe_waits(report);
    ASSERT_TRUE(instances) << instances.error().message;
    ASSERT_EQ(instances->size(), 1u);
    EXPECT_EQ(instances->front().cause.path, CallPathId(size_t{0})) << role;
    EXPECT_DOUBLE_EQ(instances->front().cause.seconds, 2) << role;
  }
}

TEST(InstancesText, SaysWhoWaitedForWhomAndWhy) {
  const Report report = report_with_findings();
  const Result<std::vector<findings::Instance>> instances = findings::most_severe_waits(report);
  ASSERT_TRUE(instances) << instances.error().message;
  const std::string late_sender =
      "Late Sender (mpi_latesender)\n"
      "        from s          to s        waited\n"
      "       1.00000       4.00000        3.00 s  rank 1 in main/MPI_Recv\n"
      "                                            for rank 0, which took 2.00 s longer in main\n";
  const std::string barrier =
      "Wait at Barrier (mpi_barrier_wait)\n"
      "        from s          to s        waited\n"
      "       3.00000       4.00000        1.00 s  rank 2 in main/MPI_Barrier\n"
      "                                            for rank 1, which had itself waited 500 ms in\n"
      "                                            main/MPI_Recv (Late Sender)\n";
  EXPECT_EQ(instances_text(report, *instances, MetricId()), barrier + "\n" + late_sender);
  EXPECT_EQ(instances_text(report, *instances, metric_id(Builtin::mpi_point2point)), late_sender);
  EXPECT_EQ(instances_text(report, *instances, metric_id(Builtin::mpi_wait_nxn)),
            "There are no wait states of kind mpi_wait_nxn.\n");
}

TEST(Json, HasTheFindings) {
  const nlohmann::json json =
      nlohmann::json::parse(json_text(query::Space(report_with_findings()), MetricId()));
  EXPECT_EQ(json["instances"][0]["metric"], metric_id(Builtin::mpi_barrier_wait).index());
  EXPECT_EQ(json["instances"][0]["cause"]["metric"], metric_id(Builtin::mpi_latesender).index());
  EXPECT_EQ(json["instances"][1]["cause"]["metric"], nullptr);
  EXPECT_EQ(json["consequences"][0]["seconds"], 2.5);
  EXPECT_EQ(json["critical_path"][0]["edge"], nullptr);
  EXPECT_EQ(json["critical_path"][1]["edge"]["from"], 0);
  EXPECT_EQ(json["critical_path"][1]["begin"], 4);
  const nlohmann::json without = nlohmann::json::parse(json_text(query::Space(example_report()), MetricId()));
  for (const char* key : {"instances", "consequences", "critical_path", "efficiencies"})
    EXPECT_EQ(without[key], nullptr) << key;
}

TEST(Json, KeepsToOneMetricWhenAsked) {
  const nlohmann::json json =
      nlohmann::json::parse(json_text(query::Space(example_report()), metric_id(Builtin::visits)));
  ASSERT_EQ(json["values"].size(), 1u);
  EXPECT_EQ(json["values"][0]["values"], (std::vector<double>{5, 1, 0}));
}

}  // namespace
}  // namespace latecomer::text
