// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "algebra/align.h"
#include "algebra/combine.h"
#include "algebra/cut.h"
#include "algebra/kept_files.h"
#include "cubex/reader.h"
#include "cubex/writer.h"
#include "query/space.h"
#include "report/report_share.h"
#include "support/run_ranks.h"

namespace latecomer::algebra {
namespace {

using namespace report;

using Values = std::vector<double>;

/// A report that tests put together.
struct Example {
  Report report;

  /// On a machine with a node, so many processes with a thread each.
  explicit Example(size_t processes, const std::string& node = "n1") {
    report.system_nodes = {{"cluster", "machine", {}}, {node, "node", SystemNodeId(0)}};
    for (size_t i = 0; i < processes; ++i) {
      const auto rank = static_cast<int64_t>(i);
      report.location_groups.push_back({"MPI Rank " + std::to_string(i), "process", rank, SystemNodeId(1)});
      report.locations.push_back({"Master thread", "thread", 0, LocationGroupId(i)});
    }
  }

  MetricId metric(const std::string& id, const std::string& type, MetricKind kind = MetricKind::exclusive) {
    Metric metric;
    metric.id = id;
    metric.name = id;
    metric.data_type = type;
    metric.kind = kind;
    report.metrics.push_back(metric);
    return MetricId(report.metrics.size() - 1);
  }

  CallPathId path(CallPathId parent, const std::string& name, const std::string& module = "a.c",
                  int64_t line = -1) {
    Region region;
    region.name = name;
    region.module = module;
    report.regions.push_back(region);
    report.call_paths.push_back({parent, RegionId(report.regions.size() - 1), line < 0 ? "" : "a.c", line});
    return CallPathId(report.call_paths.size() - 1);
  }
};

Alignment aligned(const std::vector<const Example*>& examples, SystemShape shape = SystemShape::kept,
                  std::span<const PathPart> parts = {}) {
  std::vector<const Report*> reports;
  for (const Example* each : examples) reports.push_back(&each->report);
  return align(reports, {.system = shape, .parts = parts});
}

/// The values of all locations, as the operation makes them.
Report result(Alignment alignment, Operation operation) {
  choose_data_types(alignment.report, operation);
  ReportShare share;
  share.location_count = alignment.report.locations.size();
  share.rows = combine(alignment, operation, 0, share.location_count);
  share.report = std::move(alignment.report);
  return with_own_values(std::move(share));
}

/// "main a", "main/b a": region names from the start, and module.
std::vector<std::string> path_texts(const Report& report) {
  std::vector<std::string> texts;
  for (const CallPath& path : report.call_paths) {
    const Region& region = report.regions[path.region.index()];
    const std::string around = path.parent.valid() ? texts[path.parent.index()] + "/" : "";
    texts.push_back(around + region.name + (region.module == "a.c" ? "" : "@" + region.module));
  }
  return texts;
}

/// main { solve { send }, output } against main { solve { recv }, output }: what only one has stands behind
/// what both have.
TEST(Align, BringsCallTreesTogetherByPath) {
  Example a(1);
  CallPathId main = a.path({}, "main");
  CallPathId solve = a.path(main, "solve");
  a.path(solve, "send");
  a.path(main, "output");
  Example b(1);
  main = b.path({}, "main");
  b.path(main, "output");
  solve = b.path(main, "solve");
  b.path(solve, "recv");
  const Alignment alignment = aligned({&a, &b});
  EXPECT_EQ(path_texts(alignment.report), (std::vector<std::string>{"main", "main/solve", "main/solve/send",
                                                                    "main/solve/recv", "main/output"}));
  EXPECT_EQ(alignment.operands[1].call_paths,
            (std::vector{CallPathId(0), CallPathId(4), CallPathId(1), CallPathId(3)}));
  EXPECT_TRUE(is_numbered_alike(aligned({&a}).report, aligned({&a}).operands[0]));
  EXPECT_FALSE(is_numbered_alike(alignment.report, alignment.operands[1]));
}

/// Of the calls of send, lines tell which is the same.
TEST(Align, FollowsFunctionsToOtherFilesAndLines) {
  Example a(1);
  const CallPathId main_a = a.path({}, "main");
  a.path(main_a, "init", "a.c");
  a.path(main_a, "send", "a.c", 10);
  Example b(1);
  const CallPathId main_b = b.path({}, "main");
  b.path(main_b, "init", "b.c");
  b.path(main_b, "send", "a.c", 20);
  b.path(main_b, "send", "a.c", 10);
  const Alignment alignment = aligned({&a, &b});
  EXPECT_EQ(path_texts(alignment.report),
            (std::vector<std::string>{"main", "main/init", "main/send", "main/send"}));
  EXPECT_EQ(alignment.operands[1].call_paths[3], CallPathId(2));
  EXPECT_EQ(alignment.report.regions.size(), 3);  // main, init, send
}

/// Such as iterations of a loop.
TEST(Align, TellsParametersApart) {
  Example a(1);
  const CallPathId main_a = a.path({}, "main");
  for (const char* iteration : {"0", "1"})
    a.report.call_paths[a.path(main_a, "loop").index()].parameters = {{"iteration", iteration, true}};
  Example b(1);
  const CallPathId main_b = b.path({}, "main");
  b.report.call_paths[b.path(main_b, "loop").index()].parameters = {{"iteration", "1", true}};
  EXPECT_EQ(aligned({&a, &b}).operands[1].call_paths[1], CallPathId(2));
}

/// Each level of a recursion is a call path of its own; the same region beside itself is matched one by one.
TEST(Align, KeepsRecursionAndTwinsApart) {
  Example a(1);
  const CallPathId fib = a.path({}, "fib");
  a.path(fib, "fib");
  a.path(fib, "fib");
  Example b(1);
  const CallPathId outer = b.path({}, "fib");
  const CallPathId inner = b.path(outer, "fib");
  b.path(inner, "fib");
  const Alignment alignment = aligned({&a, &b});
  EXPECT_EQ(path_texts(alignment.report),
            (std::vector<std::string>{"fib", "fib/fib", "fib/fib/fib", "fib/fib"}));
  EXPECT_EQ(alignment.operands[0].call_paths, (std::vector{CallPathId(0), CallPathId(1), CallPathId(3)}));
  EXPECT_EQ(alignment.operands[1].call_paths, (std::vector{CallPathId(0), CallPathId(1), CallPathId(2)}));
}

TEST(Align, BringsProcessesTogetherByNode) {
  const Example a(2, "n1");
  const Example b(3, "n1");
  const Example c(2, "n2");
  EXPECT_EQ(aligned({&a, &b}).report.locations.size(), 3);
  EXPECT_EQ(aligned({&a, &c}).report.locations.size(), 4);
  const Alignment collapsed = aligned({&a, &c}, SystemShape::collapsed);
  EXPECT_EQ(collapsed.report.locations.size(), 2);
  EXPECT_EQ(collapsed.report.system_nodes.size(), 2);
}

TEST(Align, BringsWhatIsNoProcessTogetherByName) {
  const auto with = [](size_t processes, const std::vector<std::string>& causes) {
    Example example(processes);
    example.report.location_groups.push_back(
        {"operating system", "metrics", static_cast<int64_t>(processes), SystemNodeId(1)});
    for (size_t i = 0; i < causes.size(); ++i)
      example.report.locations.push_back(
          {causes[i], "metric", static_cast<int64_t>(i), LocationGroupId(processes)});
    return example;
  };
  const Example a = with(2, {"timers", "disks"});
  const Example b = with(3, {"disks", "process x"});
  const Report both = aligned({&a, &b}).report;
  EXPECT_EQ(both.location_groups.size(), 4);
  std::vector<std::string> names;
  for (const Location& each : both.locations)
    if (each.type == "metric") names.push_back(each.name);
  EXPECT_EQ(names, (std::vector<std::string>{"timers", "disks", "process x"}));
}

TEST(Align, ReducesSystemsToMachinesAndNodes) {
  Example a(1);
  a.report.system_nodes.insert(a.report.system_nodes.begin() + 1, {"rack 1", "rack", SystemNodeId(0)});
  a.report.system_nodes[2].parent = SystemNodeId(1);
  a.report.location_groups[0].parent = SystemNodeId(2);
  const Example b(1);
  EXPECT_EQ(aligned({&a, &b}).report.locations.size(), 2);
  const Report reduced = aligned({&a, &b}, SystemShape::reduced).report;
  EXPECT_EQ(reduced.locations.size(), 1);
  ASSERT_EQ(reduced.system_nodes.size(), 2);
  EXPECT_EQ(reduced.location_groups[0].parent, SystemNodeId(1));
}

TEST(Align, KeepsFactsOfAllOperandsAndLeavesUnusedRegionsOut) {
  Example a(1);
  a.path({}, "main");
  a.report.regions.emplace_back().name = "unused";
  a.report.attributes = {{"program", "wave"}, {"seconds", "3"}};
  Example b(1);
  b.report.attributes = {{"program", "wave"}, {"seconds", "4"}};
  const Report both = aligned({&a, &b}).report;
  EXPECT_EQ(both.attributes, (std::map<std::string, std::string>{{"program", "wave"}}));
  EXPECT_EQ(both.regions.size(), 1);
}

/// main of 2 processes against main of 3, where solve is there in b only:
///
///     visits    main 5 7    -  main 1 9 4    =  main 4 -2 -4, and solve 0 0 0 - 0 3 0
TEST(Combine, SubtractsWhatIsThere) {
  Example a(2);
  a.report.set_row(a.metric("visits", "UINT64"), a.path({}, "main"), {5, 7});
  Example b(3);
  const MetricId visits = b.metric("visits", "UINT64");
  const CallPathId main = b.path({}, "main");
  b.report.set_row(visits, main, {1, 9, 4});
  b.report.set_row(visits, b.path(main, "solve"), {0, 3, 0});
  const Report difference = result(aligned({&a, &b}), Operation::difference);
  EXPECT_EQ(difference.metrics[0].data_type, "INT64");
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(0)), (Values{4, -2, -4}));
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(1)), (Values{0, -3, 0}));
}

/// 2^63 + 3 less 2^63 + 1 is 2, which doubles would not know.
TEST(Combine, SubtractsLargeIntegersExactly) {
  constexpr uint64_t kLarge = uint64_t{1} << 63;
  std::vector<Example> examples(2, Example(1));
  for (size_t i = 0; i < 2; ++i) {
    const MetricId bytes = examples[i].metric("bytes", "UINT64");
    Column column(*DataType::named("UINT64"), 1);
    column.naturals()[0] = kLarge + 3 - 2 * i;
    examples[i].report.set_column(bytes, examples[i].path({}, "main"), column);
  }
  const Report difference = result(aligned({&examples[0], &examples[1]}), Operation::difference);
  EXPECT_EQ(difference.column(MetricId(0), CallPathId(0))->integers()[0], 2);
}

/// (3 + 4 + 0) / 3, in integers: the third report has no such call path. Minima and maxima are those of all.
TEST(Combine, MakesMeansOfSumsAndKeepsExtrema) {
  std::vector<Example> examples(3, Example(1));
  for (size_t i = 0; i < 3; ++i) {
    Example& each = examples[i];
    const MetricId visits = each.metric("visits", "UINT64");
    const MetricId shortest = each.metric("min", "MINDOUBLE");
    const MetricId longest = each.metric("max", "MAXDOUBLE");
    const CallPathId main = each.path({}, i < 2 ? "main" : "other");
    each.report.set_row(visits, main, {static_cast<double>(3 + i)});
    each.report.set_row(shortest, main, {static_cast<double>(2 + i)});
    each.report.set_row(longest, main, {static_cast<double>(7 + i)});
  }
  const Report mean = result(aligned({&examples[0], &examples[1], &examples[2]}), Operation::mean);
  EXPECT_EQ(mean.metrics[0].data_type, "UINT64");
  EXPECT_EQ(mean.row(MetricId(0), CallPathId(0)), (Values{2}));
  EXPECT_EQ(mean.row(MetricId(1), CallPathId(0)), (Values{2}));
  EXPECT_EQ(mean.row(MetricId(2), CallPathId(0)), (Values{8}));
}

/// 49 of them: a product with 1 / 49 would be less than 1.
TEST(Combine, MakesExactMeansOfIntegers) {
  Example example(1);
  example.report.set_row(example.metric("visits", "UINT64"), example.path({}, "main"), {1});
  const std::vector<const Example*> examples(49, &example);
  EXPECT_EQ(result(aligned(examples), Operation::mean).row(MetricId(0), CallPathId(0)), (Values{1}));
}

/// A smallest value of nothing is the largest number there is, and counts as zero.
TEST(Combine, SubtractsExtremaAsNumbers) {
  std::vector<Example> examples(2, Example(2));
  for (size_t i = 0; i < 2; ++i) {
    const MetricId shortest = examples[i].metric("min", "MINDOUBLE");
    const double nothing = std::numeric_limits<double>::max();
    examples[i].report.set_row(shortest, examples[i].path({}, "main"),
                               {i == 0 ? 5.0 : 3.0, i == 0 ? 1 : nothing});
  }
  const Report difference = result(aligned({&examples[0], &examples[1]}), Operation::difference);
  EXPECT_EQ(difference.metrics[0].data_type, "DOUBLE");
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(0)), (Values{2, 1}));
}

/// Samples {1, 3} and {5}: together 3 of them from 1 to 5, whose sum is 9, and that of their squares 35.
TEST(Combine, TakesSamplesTogether) {
  std::vector<Example> examples(2, Example(1));
  const std::vector<Values> samples = {{2, 1, 3, 4, 10}, {1, 5, 5, 5, 25}};
  for (size_t i = 0; i < 2; ++i) {
    Column column(*DataType::named("TAU_ATOMIC"), 1);
    std::ranges::copy(samples[i], column.reals().begin());
    const MetricId sizes = examples[i].metric("sizes", "TAU_ATOMIC");
    examples[i].report.set_column(sizes, examples[i].path({}, "main"), column);
  }
  const Report mean = result(aligned({&examples[0], &examples[1]}), Operation::mean);
  const auto parts = mean.column(MetricId(0), CallPathId(0))->reals();
  EXPECT_EQ(Values(parts.begin(), parts.end()), (Values{3, 1, 5, 9, 35}));
}

/// time of a, counters of b; of what both have, b's value, where it has that process.
TEST(Combine, MergesMetrics) {
  Example a(2);
  const MetricId time = a.metric("time", "DOUBLE");
  const MetricId visits = a.metric("visits", "UINT64");
  const CallPathId main = a.path({}, "main");
  a.report.set_row(time, main, {1.5, 2.5});
  a.report.set_row(visits, main, {1, 2});
  Example b(1);
  b.report.set_row(b.metric("cycles", "UINT64"), b.path({}, "main"), {1000});
  b.report.set_row(b.metric("visits", "UINT64"), CallPathId(0), {7});
  const Report merged = result(aligned({&a, &b}), Operation::merge);
  ASSERT_EQ(merged.metrics.size(), 3);
  EXPECT_EQ(merged.row(MetricId(0), CallPathId(0)), (Values{1.5, 2.5}));
  EXPECT_EQ(merged.row(MetricId(1), CallPathId(0)), (Values{7, 2}));
  EXPECT_EQ(merged.row(MetricId(2), CallPathId(0)), (Values{1000, 0}));
}

/// The same times stored with and without what is below: main 10 of which solve 4, and main 5, solve 2.
TEST(Combine, AgreesOnHowValuesAreStored) {
  Example a(1);
  const MetricId inclusive = a.metric("time", "DOUBLE", MetricKind::inclusive);
  CallPathId main = a.path({}, "main");
  a.report.set_row(inclusive, main, {10});
  a.report.set_row(inclusive, a.path(main, "solve"), {4});
  Example b(1);
  const MetricId exclusive = b.metric("time", "DOUBLE");
  main = b.path({}, "main");
  b.report.set_row(exclusive, main, {5});
  b.report.set_row(exclusive, b.path(main, "solve"), {2});
  const Report difference = result(aligned({&a, &b}), Operation::difference);
  EXPECT_EQ(difference.metrics[0].kind, MetricKind::exclusive);
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(0)), (Values{1}));
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(1)), (Values{2}));
}

TEST(Combine, ConvertsNumbersAndSaysWhatItCannotConvert) {
  Example a(1);
  a.report.set_row(a.metric("count", "DOUBLE"), a.path({}, "main"), {2.5});
  a.metric("sizes", "HISTOGRAM(2)");
  Example b(1);
  b.report.set_row(b.metric("count", "INTEGER"), b.path({}, "main"), {2});
  b.report.set_column(b.metric("sizes", "HISTOGRAM(3)"), CallPathId(0),
                      Column(*DataType::named("HISTOGRAM(3)"), 1));
  const Report difference = result(aligned({&a, &b}), Operation::difference);
  EXPECT_EQ(difference.row(MetricId(0), CallPathId(0)), (Values{0.5}));
  ASSERT_EQ(difference.notes.size(), 1);
  EXPECT_NE(difference.notes[0].find("'sizes'"), std::string::npos);
}

TEST(Combine, LeavesExpressionsAsTheyAre) {
  Example a(1);
  const MetricId derived = a.metric("rate", "DOUBLE", MetricKind::postderived);
  a.report.metrics[derived.index()].expression = "metric::bytes() / metric::time()";
  a.path({}, "main");
  const Report same = result(aligned({&a, &a}), Operation::mean);
  EXPECT_EQ(same.metrics[0].expression, "metric::bytes() / metric::time()");
  EXPECT_EQ(same.metrics[0].kind, MetricKind::postderived);
  EXPECT_TRUE(same.stored_rows().empty());
}

/// main { solve { send, solve { send } }, output { write } } with own times 1 2 3 4 5 6 7 in this order, and
/// the same with what is below.
Example tree() {
  Example example(1);
  const CallPathId main = example.path({}, "main");
  const CallPathId solve = example.path(main, "solve");
  example.path(solve, "send");
  const CallPathId inner = example.path(solve, "solve");
  example.path(inner, "send");
  const CallPathId output = example.path(main, "output");
  example.path(output, "write");
  const MetricId own = example.metric("own", "DOUBLE");
  const MetricId all = example.metric("all", "DOUBLE", MetricKind::inclusive);
  const Values with_below = {28, 14, 3, 9, 5, 13, 7};
  for (size_t i = 0; i < 7; ++i) {
    example.report.set_row(own, CallPathId(i), {static_cast<double>(i + 1)});
    example.report.set_row(all, CallPathId(i), {with_below[i]});
  }
  return example;
}

/// The values of both metrics at each call path.
std::vector<Values> cut_values(const Cut& cut, std::vector<std::string>& paths) {
  const Example example = tree();
  const Result<std::vector<PathPart>> parts = parts_of_cut(example.report, cut);
  if (!parts) {
    paths = {parts.error().message};
    return {};
  }
  const Report report = result(aligned({&example}, SystemShape::kept, *parts), Operation::merge);
  paths = path_texts(report);
  std::vector<Values> values(2);
  for (size_t m = 0; m < 2; ++m)
    for (size_t i = 0; i < report.call_paths.size(); ++i)
      values[m].push_back(report.row(MetricId(m), CallPathId(i)).at(0));
  return values;
}

using Texts = std::vector<std::string>;

TEST(Cut, PrunesWithAllThatIsBelow) {
  Texts paths;
  EXPECT_EQ(cut_values({{}, {"output"}}, paths), (std::vector<Values>{{14, 2, 3, 4, 5}, {28, 14, 3, 9, 5}}));
  EXPECT_EQ(paths,
            (Texts{"main", "main/solve", "main/solve/send", "main/solve/solve", "main/solve/solve/send"}));
}

TEST(Cut, PrunesARegionWhereverItIs) {
  Texts paths;
  EXPECT_EQ(cut_values({{}, {"send"}}, paths), (std::vector<Values>{{1, 5, 9, 6, 7}, {28, 14, 9, 13, 7}}));
  EXPECT_EQ(paths, (Texts{"main", "main/solve", "main/solve/solve", "main/output", "main/output/write"}));
}

TEST(Cut, PrunesOneCallPath) {
  Texts paths;
  EXPECT_EQ(cut_values({{}, {"main/solve/send"}}, paths),
            (std::vector<Values>{{1, 5, 4, 5, 6, 7}, {28, 14, 9, 5, 13, 7}}));
}

TEST(Cut, KeepsWhatIsBelowRoots) {
  Texts paths;
  EXPECT_EQ(cut_values({{"solve"}, {}}, paths), (std::vector<Values>{{2, 3, 4, 5}, {14, 3, 9, 5}}));
  EXPECT_EQ(paths, (Texts{"solve", "solve/send", "solve/solve", "solve/solve/send"}));
  EXPECT_EQ(cut_values({{"output", "main/solve/solve"}, {"write"}}, paths),
            (std::vector<Values>{{4, 5, 13}, {9, 5, 13}}));
  EXPECT_EQ(paths, (Texts{"solve", "solve/send", "output"}));
}

TEST(Cut, SaysWhatIsNotThere) {
  Texts paths;
  cut_values({{"sole"}, {}}, paths);
  EXPECT_NE(paths.at(0).find("no call path 'sole'"), std::string::npos);
  cut_values({{}, {"main"}}, paths);
  EXPECT_NE(paths.at(0).find("nothing to prune"), std::string::npos);
  cut_values({{"solve"}, {"solve"}}, paths);
  EXPECT_NE(paths.at(0).find("cannot both"), std::string::npos);
}

TEST(KeepFiles, KeepsWhatIsStillTrue) {
  Example a(1);
  a.path(a.path({}, "main"), "solve");
  a.report.files = {{"details.json", "{}"}, {"remapping.spec", "spec"}};
  Alignment same = aligned({&a});
  EXPECT_TRUE(keep_files(same).empty());
  EXPECT_EQ(same.report.files, a.report.files);
  Alignment both = aligned({&a, &a});
  EXPECT_EQ(keep_files(both), (Texts{"details.json"}));
  EXPECT_EQ(both.report.files, (std::map<std::string, std::string>{{"remapping.spec", "spec"}}));
  const std::vector<PathPart> parts = *parts_of_cut(a.report, {{"solve"}, {}});
  Alignment cut = aligned({&a}, SystemShape::kept, parts);
  EXPECT_EQ(keep_files(cut), (Texts{"details.json"}));
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Each rank makes the values of its own locations; the file is the same, and reads as it was made.
TEST(Combine, WritesTheSameOnAnyNumberOfRanks) {
  Example a(5);
  Example b(4);
  for (Example* each : {&a, &b}) {
    const MetricId visits = each->metric("visits", "UINT64");
    const CallPathId main = each->path({}, "main");
    const CallPathId solve = each->path(main, each == &a ? "solve" : "other");
    const Values values = each == &a ? Values{1, 2, 3, 4, 5} : Values{5, 5, 5, 5};
    each->report.set_row(visits, main, values);
    each->report.set_row(visits, solve, values);
  }
  const std::filesystem::path directory = std::filesystem::path(testing::TempDir());
  std::vector<std::string> files;
  for (const int ranks : {1, 3}) {
    const std::filesystem::path file = directory / ("algebra" + std::to_string(ranks) + ".cubex");
    run_ranks(ranks, [&](Comm& comm) {
      Alignment alignment = aligned({&a, &b});
      choose_data_types(alignment.report, Operation::difference);
      ReportShare share;
      share.first_location = begin_of_share(5, comm.rank(), comm.size());
      share.location_count = begin_of_share(5, comm.rank() + 1, comm.size()) - share.first_location;
      share.rows = combine(alignment, Operation::difference, share.first_location, share.location_count);
      share.report = std::move(alignment.report);
      EXPECT_TRUE(cubex::write_cubex(share, comm, file));
    });
    files.push_back(content(file));
    const Result<Report> report = cubex::read_cubex(file);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->row(MetricId(0), CallPathId(0)), (Values{-4, -3, -2, -1, 5}));
    EXPECT_EQ(report->row(MetricId(0), CallPathId(1)), (Values{1, 2, 3, 4, 5}));
    EXPECT_EQ(report->row(MetricId(0), CallPathId(2)), (Values{-5, -5, -5, -5, 0}));
  }
  EXPECT_EQ(files[0], files[1]);
}

}  // namespace
}  // namespace latecomer::algebra
