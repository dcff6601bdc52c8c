// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is said about clocks: in the summary, by show --clocks, and as JSON.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "example.h"
#include "query/space.h"
#include "report/clocks.h"
#include "report/locations.h"
#include "report/metrics.h"
#include "support/json_text.h"
#include "text/show_text.h"
#include "text/summary.h"
#include "text/text.h"
#include "trace/text_trace.h"

namespace latecomer::text {
namespace {

using namespace findings;
using namespace report;

constexpr size_t kMessage = static_cast<size_t>(ClockCondition::message);
constexpr size_t kBarrier = static_cast<size_t>(ClockCondition::all_to_all);

/// Seven pairs of nodes. Pair i has i + 1 receives that are too early by up to i + 1 us, and 10 changed
/// intervals with a mean of i + 1 ns; the first has a barrier as well, and is within a node.
ClockReport corrected_clocks() {
  ClockReport clocks{"auto", 6, true, true, 0.99, 0, 0, {}, 9e-6, 10, 10.000002, {}};
  clocks.checked[kMessage] = 1000;
  clocks.checked[kBarrier] = 10;
  for (size_t i = 0; i < 7; ++i) {
    ClockPair pair{SystemNodeId(1),
                   SystemNodeId(1 + i),
                   {},
                   {},
                   1e-6 * static_cast<double>(i + 1),
                   20,
                   10,
                   1e-7,
                   1e-9 * static_cast<double>(i + 1)};
    pair.found[kMessage] = static_cast<int64_t>(i + 1);
    clocks.pairs.push_back(pair);
  }
  clocks.pairs[0].found[kBarrier] = 1;
  return clocks;
}

Report with_clocks(const ClockReport& clocks) {
  Report report = example_report();
  for (int node = 0; node < 7; ++node)
    report.system_nodes.push_back({fmt::format("node{}", node), "node", SystemNodeId(0)});
  report.files[std::string(kClocksFile)] = print_clocks(clocks);
  return report;
}

/// The words of a text with one space between them.
std::string words_of(const std::string& text) {
  std::istringstream in(text);
  std::string words;
  for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
  return words;
}

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(words_of(text).find(words_of(part)), std::string::npos) << part << "\n" << text;
}

TEST(ClockTable, SaysWhatWasFoundAndCorrected) {
  const std::string text = summarize(query::Space(with_clocks(corrected_clocks())));
  // 1 + 2 + … + 7 receives and a barrier.
  expect_in(
      "Clocks Clocks contradict each other: 29 events were recorded earlier than what they depend on, by up "
      "to 7.00 us. That was corrected before anything else was computed; none is left. "
      "28 messages received before they were sent "
      "1 times out of a barrier or the like before the last rank had come to it "
      "140 events were moved, by at most 9.00 us; 70 intervals between events changed their length, by at "
      "most "
      "100 ns and 4.00 ns on average; the run became longer by 2.00 us. "
      "6 clock offsets recorded in the trace were applied to all times first.",
      words_of(text));
  EXPECT_EQ(text.find("unreliable"), std::string::npos) << text;
}

TEST(ClockTable, ListsTheWorstPairsAndSumsUpTheRest) {
  // Of the two smallest, 1 us and 2 us: 2 + 2 violations, 40 events, a mean of 1.5 ns.
  const std::string text = summarize(query::Space(with_clocks(corrected_clocks())));
  expect_in(
      "                                                        largest       events   change of an interval\n"
      "  From cause to effect                   too early        error        moved     largest        mean\n"
      "  node0 -> node6                                 7         7.00 us           20      100 ns        "
      "7.00 ns\n"
      "  node0 -> node5                                 6         6.00 us           20      100 ns        "
      "6.00 ns\n"
      "  node0 -> node4                                 5         5.00 us           20      100 ns        "
      "5.00 ns\n"
      "  node0 -> node3                                 4         4.00 us           20      100 ns        "
      "4.00 ns\n"
      "  node0 -> node2                                 3         3.00 us           20      100 ns        "
      "3.00 ns\n"
      "  2 other pairs                                  4         2.00 us           40      100 ns      1.50 "
      "ns\n",
      text);
}

TEST(ClockTable, ShowListsAllPairs) {
  const Report report = with_clocks(corrected_clocks());
  expect_in("  within node0                                   2         1.00 us ",
            clocks_text(report, corrected_clocks(), true));
  EXPECT_EQ(clocks_text(report, corrected_clocks(), true).find("other pair"), std::string::npos);
}

TEST(ClockTable, SaysThatWaitsAreUnreliableWhereNothingWasCorrected) {
  ClockReport clocks = corrected_clocks();
  clocks.corrected = false;
  for (ClockPair& pair : clocks.pairs) pair.left = pair.found;
  for (const char* mode : {"interpolate", "off"}) {
    clocks.mode = mode;
    clocks.interpolated = clocks.mode != "off";
    const std::string text = summarize(query::Space(with_clocks(clocks)));
    expect_in(
        "\nClocks   They contradict each other, so waiting times are unreliable: see \"Clocks\" below.\n",
        text);
    expect_in(
        fmt::format("Nothing was done about that (--clocks={}), so waiting times, delays and the critical "
                    "path are unreliable: latecomer analyze --clocks=auto corrects them.",
                    mode),
        words_of(text));
    expect_in("  node0 -> node6                                 7         7.00 us\n", text);
    EXPECT_EQ(text.find("moved"), std::string::npos) << text;
  }
  expect_in("6 clock offsets recorded in the trace were not applied (--clocks=off).",
            words_of(summarize(query::Space(with_clocks(clocks)))));
}

TEST(ClockTable, SaysHowManyAreLeft) {
  ClockReport clocks = corrected_clocks();
  clocks.pairs[2].left[kMessage] = 3;
  const std::string text = words_of(summarize(query::Space(with_clocks(clocks))));
  expect_in("3 of these could not be corrected: waiting times near them are unreliable.", text);
  expect_in("Clocks They contradict each other, so", text);
}

TEST(ClockTable, NamesLatenciesThatWereUsed) {
  ClockReport clocks = corrected_clocks();
  clocks.latency_between = 2e-6;
  clocks.latency_within = 3e-7;
  expect_in("A message was taken to need at least 2.00 us between nodes and 300 ns within one.",
            words_of(summarize(query::Space(with_clocks(clocks)))));
}

TEST(ClockTable, IsOneLineWhereNothingIsWrong) {
  ClockReport clocks = corrected_clocks();
  clocks.pairs.clear();
  expect_in(
      "\n\nClocks: no contradictions: none of 1,010 effects is before its cause. 6 clock offsets recorded in "
      "the\n"
      "        trace were applied to all times first.\n\n",
      summarize(query::Space(with_clocks(clocks))));
  clocks.offsets = 0;
  expect_in("\n\nClocks: no contradictions: none of 1,010 effects is before its cause.\n\n",
            summarize(query::Space(with_clocks(clocks))));
}

TEST(ClockTable, SaysThatThereIsOneClockOnEachNode) {
  ClockReport clocks{.mode = "auto"};
  EXPECT_EQ(clocks_text(example_report(), clocks, false),
            "Clocks: there is nothing by which they could be compared.\n");
  clocks.one_per_node = true;
  EXPECT_EQ(clocks_text(example_report(), clocks, false),
            "Clocks: all times were recorded by one clock on each node.\n");
}

TEST(ClockTable, SaysWhatALatencyMovedThatWasNotWrong) {
  ClockReport clocks = corrected_clocks();
  for (ClockPair& pair : clocks.pairs) pair.found = {};
  clocks.latency_between = 1e-5;
  const std::string text = words_of(summarize(query::Space(with_clocks(clocks))));
  expect_in(
      "Clocks: no contradictions: none of 1,010 effects is before its cause. 140 events were moved, by at "
      "most 9.00 us;",
      text);
  expect_in("A message was taken to need at least 10.0 us between nodes and 0 s within one.", text);
}

TEST(ClockTable, IsLeftOutWhereTheReportDoesNotSay) {
  EXPECT_EQ(summarize(query::Space(example_report())).find("Clocks"), std::string::npos);
  EXPECT_TRUE(
      nlohmann::json::parse(json_text(query::Space(example_report()), MetricId()))["clocks"].is_null());
}

TEST(ClockTable, SaysSoWhereTheFileIsDamaged) {
  Report report = example_report();
  report.files[std::string(kClocksFile)] = "{}";
  expect_in("Clocks: clocks.json: ", summarize(query::Space(report)));
  expect_in("the report is damaged", words_of(summarize(query::Space(report))));
}

TEST(ClockTable, KeepsToItsColumns) {
  ClockReport clocks = corrected_clocks();
  clocks.checked.fill(int64_t{1} << 40);
  for (ClockPair& pair : clocks.pairs) {
    pair.found.fill(int64_t{1} << 30);
    pair.largest_error = 12345.678;
    pair.events_shifted = int64_t{1} << 36;
    pair.largest_change = 0.99999;
    pair.mean_change = 0.0123456;
  }
  Report report = with_clocks(clocks);
  for (SystemNode& node : report.system_nodes) node.name = "compute-" + std::string(40, 'x');
  std::istringstream in(summarize(query::Space(report)));
  for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), columns()) << line;
}

/// The example of docs/user-guide.md. The clock of node b is 5 us behind: of a message that took 2 us, the
/// end seems to be 3 us before the begin.
constexpr std::string_view kExample = R"text(
resolution 1000000000
node a
rank 0
  0             enter main
  0.000100..0.000101 MPI_Send send to=1
  0.000300      leave main
node b
rank 1
  0             enter main
  0.000085..0.000097 MPI_Recv recv from=0
  0.000300      leave main
)text";

Report analyze_example(const analyze::ClockOptions& options) {
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(kExample, "example");
  EXPECT_TRUE(trace) << trace.error().message;
  const std::unique_ptr<Comm> comm = serial_comm();
  Timings timings;
  return report::with_own_values(analyze::analyze(**trace, *comm, timings, options));
}

TEST(ClockTable, IsThatOfTheUserGuide) {
  // The receive is moved from 97 us to 100 us. Before it, times move by 1 % less of their distance: the
  // call's begin at 85 us by 3 - 0.12, the first event by 3 - 0.97. After it, the shift fades by 1 % of the
  // time: at 300 us it is 3 - 2.03. So the three intervals between the moments 0, 85, 97, 300 us change by
  // 0.85, 0.12, and 2.03 us.
  const std::string text = summarize(query::Space(analyze_example({})));
  expect_in(
      "Clocks\n"
      "  Clocks contradict each other: 1 event was recorded earlier than what it depends on, by up to 3.00 "
      "us.\n"
      "  That was corrected before anything else was computed; none is left.\n"
      "         1  messages received before they were sent\n"
      "  5 events were moved, by at most 3.00 us; 3 intervals between events changed their length, by at "
      "most\n"
      "  2.03 us and 1.00 us on average; the run became longer by 970 ns.\n"
      "                                                        largest       events   change of an interval\n"
      "  From cause to effect                   too early        error        moved     largest        mean\n"
      "  a -> b                                         1         3.00 us            5     2.03 us     1.00 "
      "us\n",
      text);
}

TEST(ClockTable, WaitsAreThoseOfTheUserGuide) {
  const auto waiting = [](const analyze::ClockOptions& options) {
    const Report report = analyze_example(options);
    return query::Space(report).total(metric_id(Builtin::mpi_latesender));
  };
  analyze::ClockOptions options;
  EXPECT_NEAR(waiting(options), 12.12e-6, 1e-12);  // 100 - 87.88
  options.latency = analyze::Latency{0, 2e-6};
  EXPECT_NEAR(waiting(options), 10.12e-6, 1e-12);  // 100 - 89.88
  options.mode = analyze::ClockMode::interpolate;
  EXPECT_NEAR(waiting(options), 12e-6, 1e-12);  // all of the call
}

TEST(ClockTable, IsInTheJson) {
  const nlohmann::json json =
      nlohmann::json::parse(json_text(query::Space(with_clocks(corrected_clocks())), MetricId()));
  EXPECT_EQ(json["clocks"]["mode"], "auto");
  const nlohmann::json& pair = json["clocks"]["pairs"][6];
  EXPECT_EQ(pair["found"]["message"], 7);
  EXPECT_EQ(json["nodes"][pair["effect"].get<size_t>()]["name"], "node6");
  EXPECT_EQ(json["ranks"][0]["node"], 0);
}

}  // namespace
}  // namespace latecomer::text
