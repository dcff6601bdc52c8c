// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "text/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "example.h"
#include "findings/wait_states.h"
#include "query/space.h"
#include "report/metrics.h"
#include "report_values.h"
#include "text/summary_parts.h"
#include "text/text.h"

namespace latecomer::text {
namespace {

using namespace findings;
using namespace report;

bool has_line(const std::string& text, const std::string& wanted) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line == wanted) return true;
  }
  return false;
}

TEST(Summary, SaysWhereTheTimeWent) {
  const std::string text = summarize(query::Space(example_report()));
  EXPECT_TRUE(has_line(text, "Run      3 ranks, 3 threads, 10.0 s")) << text;
  EXPECT_TRUE(has_line(text, "  Computation                                   18.0 s     60.0")) << text;
  EXPECT_TRUE(
      has_line(text, "  MPI point-to-point                            7.00 s     23.3           6.00 s"))
      << text;
  EXPECT_TRUE(
      has_line(text, "  MPI barriers                                  5.00 s     16.7           4.00 s"))
      << text;
  EXPECT_TRUE(
      has_line(text, "  All threads together                          30.0 s    100.0           10.0 s"))
      << text;
}

TEST(Summary, SaysWhatOfComputationWasWithoutACore) {
  Report report = example_report();
  EXPECT_EQ(summarize(query::Space(report)).find("not running"), std::string::npos);
  tests::set_value(report, metric_id(Builtin::not_running), CallPathId(size_t{0}), 1, 3);
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "    of it not running                           3.00 s     10.0")) << text;
}

/// Without the breaks of its lines.
std::string on_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;) line += word + " ";
  return line;
}

TEST(Summary, SaysHowMuchTimeFilesTook) {
  Report report = example_without_values();
  const auto set = [&](Builtin metric, double value) {
    tests::set_value(report, metric_id(metric), CallPathId(1), 0, value);
  };
  set(Builtin::time, 10);
  set(Builtin::mpi_io, 0.05);
  EXPECT_EQ(summarize(query::Space(report)).find("file I/O"), std::string::npos) << "too little to be told";
  set(Builtin::mpi_io, 2);
  set(Builtin::io_bytes_written, 3e6);
  std::string text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(
      text.find("Files 2.00 s in file I/O, 20.0 % of the time of all threads. 3.00 MB written, 0 B read; "
                "1.50 MB for each second that a thread was in an access."),
      std::string::npos)
      << text;
  set(Builtin::mpi_io_wait, 1);
  set(Builtin::mpi_mgmt_file, 1);
  text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(
      text.find(
          "Files 3.00 s in file I/O, 30.0 % of the time of all threads: 2.00 s in accesses, 1.00 s "
          "to open, "
          "close and configure files. 3.00 MB written, 0 B read; without waiting, 3.00 MB for each second "
          "that a thread was in an access. Of it, ranks waited for others 1.00 s."),
      std::string::npos)
      << text;
}

TEST(Summary, TellsOfStreamsApartFromThreads) {
  Report report = example_without_values();
  report.location_groups.push_back({"GPU 0", "accelerator", 3, SystemNodeId(0)});
  for (int64_t stream = 0; stream < 2; ++stream)
    report.locations.push_back({"Stream", "gpu", stream, LocationGroupId(3)});
  report.locations.push_back({"Counters", "metric", 1, LocationGroupId(0)});
  add_example_values(report);
  const RowKey key(metric_id(Builtin::time), CallPathId(size_t{0}));
  report.set_row(key.first, key.second, {4, 8, 6, 0, 0, 0});
  report.set_row(metric_id(Builtin::accelerator_time), CallPathId(size_t{0}), {0, 0, 0, 5, 1, 0});
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "Run      3 ranks, 3 threads, 10.0 s")) << text;
  EXPECT_TRUE(has_line(text, "Streams  2 accelerator streams: 6.00 s busy, 14.0 s idle")) << text;
}

TEST(Summary, NamesWaitStatesWithPlaceRanksAndRemedy) {
  const std::string text = summarize(query::Space(example_report()));
  EXPECT_TRUE(has_line(text, "Largest wait states (33.3 % of the time is waiting)")) << text;
  EXPECT_TRUE(has_line(text, "  2.       4.00 s  13.3 %  Late Sender")) << text;
  EXPECT_TRUE(has_line(text, "       at main/MPI_Recv")) << text;
  EXPECT_TRUE(has_line(text, "       on rank 0")) << text;
  EXPECT_TRUE(has_line(text, "  1.       4.00 s  13.3 %  Wait at Barrier")) << text;
  EXPECT_TRUE(has_line(text, "       on ranks 1, 2; most on rank 2: 3.00 s")) << text;
  EXPECT_TRUE(has_line(
      text, "  3.       2.00 s   6.7 %  Late Sender: Messages in Wrong Order: From same source: Avoidable"))
      << text;
  EXPECT_NE(text.find("       -> Remove the barrier"), std::string::npos) << text;
  EXPECT_TRUE(has_line(text, "Anomalies: none. Everything in the trace was used.")) << text;
}

/// The example with 8 s of rank 1's computation and 2 s of rank 0's receive on the critical path.
Report report_with_critical_path() {
  Report report = example_report();
  tests::set_value(report, metric_id(Builtin::critical_path), CallPathId(size_t{0}), 1, 8);
  tests::set_value(report, metric_id(Builtin::critical_path_imbalance), CallPathId(size_t{0}), 1, 2);
  tests::set_value(report, metric_id(Builtin::critical_path), CallPathId(1), 0, 2);
  tests::set_value(report, metric_id(Builtin::critical_path_imbalance), CallPathId(1), 0, 1);
  return report;
}

TEST(Summary, SaysWhatDecidedTheLength) {
  const std::string text = summarize(query::Space(report_with_critical_path()));
  EXPECT_NE(text.find("  1.       8.00 s  80.0 %  main\n"
                      "       on rank 1\n"
                      "       2.00 s of it beyond the mean of all threads\n"
                      "       -> Distribute this work evenly: the run gets shorter by up to that.\n"
                      "  2.       2.00 s  20.0 %  main/MPI_Recv\n"
                      "       on rank 0\n"
                      "       1.00 s of it beyond the mean of all threads\n\n"),
            std::string::npos)
      << text;
}

TEST(Summary, GivesTheEfficiencies) {
  // Computation 4, 8, 6 s in 10 s; 8 s of it on the critical path.
  const std::string text = summarize(query::Space(report_with_critical_path()));
  for (const char* line : {"  Parallel efficiency    60.0 % = 6.00 s / 10.0 s  mean / run time",
                           "    Load balance         75.0 % = 6.00 s / 8.00 s  mean / largest",
                           "    Communication        80.0 % = 8.00 s / 10.0 s  largest / run time",
                           "      Serialization     100.0 % = 8.00 s / 8.00 s  largest / ideal time *",
                           "      Transfer           80.0 % = 8.00 s / 10.0 s  ideal time / run time"})
    EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
  EXPECT_EQ(summarize(query::Space(example_report())).find("efficien"), std::string::npos);
}

TEST(Summary, CountsEveryAnomaly) {
  Report report = example_report();
  report.attributes["latecomer.partial"] = "1";
  report.attributes["latecomer.anomaly.unmatched_send"] = "13";
  report.attributes["latecomer.anomaly_text.unmatched_send"] = "messages sent, never received";
  report.attributes["latecomer.anomaly_detail.000"] = "rank 2 -> rank 1: 13";
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "        13  messages sent, never received")) << text;
  EXPECT_TRUE(has_line(text, "            rank 2 -> rank 1: 13")) << text;
  EXPECT_NE(text.find("Partial"), std::string::npos) << text;
}

TEST(Summary, ShowsFiveOfAKindOfAnomalyInALineEach) {
  Report report = example_report();
  const std::string path = "main/" + std::string(300, 'x');
  report.attributes["latecomer.anomaly.unknown_request"] = "21";
  for (int place = 0; place < 6; ++place)
    report.attributes["latecomer.anomaly_place.unknown_request.00" + std::to_string(place)] =
        std::to_string(9 - place) + " at " + path + "/MPI_Wait (a.c:" + std::to_string(place) + ") on rank 1";
  const std::string text = summarize(query::Space(report));
  const std::string list = text.substr(text.find("Anomalies:"));
  EXPECT_EQ(std::ranges::count(list, '\n'), 8) << list;
  EXPECT_NE(list.find("            9 at ..."), std::string::npos) << list;
  EXPECT_NE(list.find("/MPI_Wait (a.c:4) on rank 1\n            ... and more places"), std::string::npos)
      << list;
}

TEST(Summary, SumsUpWhatFollowsFromWhatWasNotRecorded) {
  Report report = example_report();
  for (const char* kind : {"unmatched_send", "incomplete_collective"}) {
    report.attributes[std::string("latecomer.anomaly.") + kind] = "13";
    report.attributes[std::string("latecomer.anomaly_place.") + kind + ".000"] = "13 at main on rank 0";
  }
  report.attributes["latecomer.anomaly.time_reversal"] = "2";
  tests::set_value(report, metric_id(Builtin::recording_off), CallPathId(1), 1, 3);
  const std::string text = summarize(query::Space(report));
  EXPECT_NE(text.find("\n         2  time_reversal\n        26  messages and other operations of which"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("13 at main"), std::string::npos) << text;
}

TEST(Summary, GivesNoPercentageOfFewSamples) {
  const Report report = example_report();
  const auto line = [&](double samples) {
    return sampled_line(report, findings::SampledPart{CallPathId(1), 1, samples, 0.0123, {CallPathId(1)}});
  };
  EXPECT_EQ(line(1), "       its only sample is in MPI_Recv\n");
  EXPECT_EQ(line(3), "       most of its 3 samples are in MPI_Recv\n");
  EXPECT_EQ(line(812), "       100 % of it sampled in MPI_Recv, ± 2 % from 812 samples\n");
  EXPECT_EQ(line(0), "       100 % of it sampled in MPI_Recv\n");
}

// Of many functions the first and the last two are named.
TEST(Summary, NamesTheFunctionsThatLedToTheSampledOne) {
  Report report;
  std::vector<CallPathId> functions;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const CallPathId caller = functions.empty() ? CallPathId() : functions.back();
    functions.emplace_back(report.call_paths.size());
    report.call_paths.push_back({caller, RegionId(report.regions.size())});
    report.regions.push_back({.name = name});
  }
  const auto line = [&](size_t number) {
    return sampled_line(report, findings::SampledPart{
                                    functions[number - 1],
                                    0.9,
                                    400,
                                    0.03,
                                    {functions.begin(), functions.begin() + static_cast<ptrdiff_t>(number)}});
  };
  EXPECT_EQ(line(2), "       90 % of it sampled in a → b, ± 3 % from 400 samples\n");
  EXPECT_EQ(line(4), "       90 % of it sampled in a → b → c → d, ± 3 % from 400 samples\n");
  EXPECT_EQ(line(5), "       90 % of it sampled in a → … → d → e, ± 3 % from 400 samples\n");
}

TEST(Summary, SaysWhereAnomaliesAre) {
  Report report = example_report();
  report.attributes["latecomer.anomaly.unknown_request"] = "3";
  report.attributes["latecomer.anomaly_text.unknown_request"] = "completions of nothing";
  report.attributes["latecomer.anomaly_place.unknown_request.000"] = "3 at main/MPI_Wait on ranks 0-2";
  report.attributes["latecomer.note.incomplete_request"] = "2";
  report.attributes["latecomer.note_text.incomplete_request"] = "operations never completed";
  report.attributes["latecomer.note_place.incomplete_request.000"] = "2 at main/MPI_Isend on rank 1";
  const std::string text = summarize(query::Space(report));
  EXPECT_NE(text.find("Notes: what no trace can tell, or what the program did\n"
                      "         2  operations never completed\n"
                      "            2 at main/MPI_Isend on rank 1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("         3  completions of nothing\n"
                      "            3 at main/MPI_Wait on ranks 0-2\n"),
            std::string::npos)
      << text;
  report.attributes.erase("latecomer.anomaly.unknown_request");
  EXPECT_TRUE(
      has_line(summarize(query::Space(report)), "Anomalies: none. Everything in the trace was used."));
}

TEST(Summary, SaysWhatIsNotAnalyzedBeforeItConcludes) {
  Report report = example_report();
  tests::set_value(report, metric_id(Builtin::not_analyzed), CallPathId(1), 0, 3);
  const std::string text = summarize(query::Space(report));
  const size_t told = text.find("Not analyzed: 3.00 s, 10.0 % of the time\n");
  ASSERT_NE(told, std::string::npos) << text;
  EXPECT_LT(told, text.find("Largest wait states")) << text;
}

TEST(Summary, SaysForHowLongRecordingWasOffBeforeItConcludes) {
  Report report = example_report();
  EXPECT_EQ(summarize(query::Space(report)).find("Recording was off"), std::string::npos);
  tests::set_value(report, metric_id(Builtin::recording_off), CallPathId(1), 1, 3);
  tests::set_value(report, metric_id(Builtin::not_analyzed), CallPathId(1), 1, 3);
  const std::string text = summarize(query::Space(report));
  const size_t told = text.find("Recording was off for 3.00 s of all threads together, on rank 1.\n");
  ASSERT_NE(told, std::string::npos) << text;
  EXPECT_LT(told, text.find("Largest wait states")) << text;
  EXPECT_EQ(text.find("Not analyzed"), std::string::npos) << text;
  EXPECT_EQ(text.find("under way"), std::string::npos) << text;
  report.attributes["latecomer.anomaly.unmatched_send"] = "1";
  EXPECT_NE(summarize(query::Space(report)).find("under way"), std::string::npos);
}

TEST(Summary, SaysHowLongThreadsWithoutEventsRanBeforeItConcludes) {
  Report report = example_without_values();
  tests::set_value(report, metric_id(Builtin::time), CallPathId(size_t{0}), 0, 10);
  report.attributes["latecomer.unrecorded_threads.seconds"] = "0.09";
  EXPECT_EQ(summarize(query::Space(report)).find("Not recorded"), std::string::npos)
      << "threads of the MPI library";
  report.attributes["latecomer.unrecorded_threads.seconds"] = "3.5";
  report.attributes["latecomer.unrecorded_threads.most"] = "2";
  report.attributes["latecomer.unrecorded_threads.most_rank"] = "1";
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "Not recorded: 3.50 s of processor time")) << text;
  EXPECT_NE(text.find("on rank 1: 2.00 s"), std::string::npos) << text;
  EXPECT_TRUE(has_line(text, "No thread ever waited for another one in MPI, as far as the trace tells."))
      << text;
}

TEST(Summary, RanksNothingThatIsNotWorthTelling) {
  Report report = example_without_values();
  tests::set_value(report, metric_id(Builtin::time), CallPathId(size_t{0}), 0, 1);
  tests::set_value(report, metric_id(Builtin::time), CallPathId(1), 0, 0.005);
  tests::set_value(report, metric_id(Builtin::mpi_latesender), CallPathId(1), 0, 0.005);
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "Waiting takes 5.00 ms, less than 1 % of the time: there is little to gain."))
      << text;
  EXPECT_EQ(text.find("Largest wait states"), std::string::npos) << text;
  EXPECT_EQ(text.find("->"), std::string::npos) << text;
  tests::set_value(report, metric_id(Builtin::not_analyzed), CallPathId(1), 0, 0.2);
  EXPECT_EQ(summarize(query::Space(report)).find("little to gain"), std::string::npos);
}

TEST(Summary, SaysAtTheTopThatRanksSharedCores) {
  Report report = example_report();
  report.attributes["latecomer.crowded_node.000"] = "host: 3 ranks on 2 cores";
  const std::string text = summarize(query::Space(report));
  EXPECT_LT(text.find("         host: 3 ranks on 2 cores\n"), text.find("Where the time went")) << text;
}

TEST(Summary, ShowsWhereAKilledProgramWas) {
  Report report = example_report();
  report.attributes["latecomer.partial"] = "1";
  report.attributes["latecomer.open_call.000"] =
      "rank 2 in main/MPI_Recv from rank 1, tag 7, since 4.000000 s";
  const std::string text = summarize(query::Space(report));
  EXPECT_LT(text.find("  rank 2 in main/MPI_Recv from rank 1, tag 7, since 4.000000 s\n"),
            text.find("Where the time went"))
      << text;
}

TEST(Summary, ConcludesNothingFromARunThatWasKilled) {
  Report report = report_with_critical_path();
  report.attributes["latecomer.partial"] = "1";
  report.attributes["latecomer.killed"] = "1";
  report.attributes["latecomer.ended_by.000"] =
      "Signal 11 (SIGSEGV: an access to an invalid address) ended it.";
  report.attributes["latecomer.ended_by.001"] = "It was in main (app.c:7).";
  report.attributes["latecomer.deadlock.000.000"] = "rank 0 waits";
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(
      text.starts_with("Ended    Signal 11 (SIGSEGV: an access to an invalid address) ended it.\n"
                       "         It was in main (app.c:7).\n"
                       "Deadlock rank 0 waits\n"))
      << text;
  EXPECT_NE(text.find("Largest wait states"), std::string::npos) << text;
  for (const char* conclusion : {"efficien", "->", "What decided", "to gain"})
    EXPECT_EQ(text.find(conclusion), std::string::npos) << conclusion << "\n" << text;

  Report quiet = example_without_values();
  tests::set_value(quiet, metric_id(Builtin::time), CallPathId(size_t{0}), 0, 1);
  tests::set_value(quiet, metric_id(Builtin::mpi_latesender), CallPathId(1), 0, 0.005);
  quiet.attributes["latecomer.killed"] = "1";
  EXPECT_TRUE(has_line(summarize(query::Space(quiet)), "Waiting takes 5.00 ms, less than 1 % of the time."));
}

TEST(Summary, NamesTheOptionForLoopsThatTestAtADistance) {
  Report report = example_report();
  report.set_row(metric_id(Builtin::between_tests), CallPathId(1), {0.5, 0, 0});
  report.set_row(metric_id(Builtin::tests_apart), CallPathId(1), {3200, 0, 0});
  const std::string text = summarize(query::Space(report));
  EXPECT_TRUE(has_line(text, "        500 ms  at main/MPI_Recv, 156 us apart")) << text;
  EXPECT_NE(on_one_line(text).find("latecomer record --polling-gap 320us,"), std::string::npos) << text;
}

/// The example, with another function in place of its receive.
Report example_with(const std::string& function) {
  Report report = example_report();
  report.regions[report.call_paths[1].region.index()].name = function;
  return report;
}

TEST(Summary, AdvisesNothingThatTheProgramDoesAlready) {
  const std::string blocking = on_one_line(summarize(query::Space(example_with("MPI_Recv"))));
  EXPECT_NE(blocking.find("MPI_Irecv early"), std::string::npos) << blocking;
  const std::string waits = on_one_line(summarize(query::Space(example_with("MPI_Wait"))));
  EXPECT_NE(waits.find("The receive was posted before this call."), std::string::npos) << waits;
  EXPECT_NE(waits.find("Messages in Wrong Order"), std::string::npos) << waits;
  EXPECT_EQ(waits.find("MPI_Irecv early"), std::string::npos) << waits;
  const std::string all = on_one_line(summarize(query::Space(example_with("MPI_Waitall"))));
  EXPECT_EQ(all.find("Wrong Order"), std::string::npos) << "another order gains nothing: " << all;
  EXPECT_NE(all.find("1. 6.00 s 20.0 % Late Sender at main/MPI_Waitall"), std::string::npos) << all;
}

TEST(Summary, DoesNotCallShortCollectivesUneven) {
  Report report = example_report();
  const CallPathId barrier(2);
  const auto advice = [&] { return on_one_line(summarize(query::Space(report))); };
  EXPECT_NE(advice().find("unevenly distributed"), std::string::npos) << advice();
  report.set_row(metric_id(Builtin::visits), barrier, {0, 50'000, 50'000});
  EXPECT_NE(advice().find("in 100,000 calls, 40.0 us each -> So little is what such a call takes"),
            std::string::npos)
      << advice();
  EXPECT_EQ(advice().find("unevenly distributed"), std::string::npos) << advice();
  report.set_row(metric_id(Builtin::bytes_cout), barrier, {0, 400'000, 400'000});
  EXPECT_NE(advice().find("in 100,000 calls of 8 B, 40.0 us each"), std::string::npos) << advice();
}

TEST(Summary, PutsWaitingThatIsExpectedBehindTheRest) {
  Report report = example_report();
  const CallPathId receive(1);
  report.set_row(metric_id(Builtin::comp), CallPathId(size_t{0}), {4, 8, 0.1});
  report.set_row(metric_id(Builtin::pthread_join_wait), receive, {0, 0, 9});
  std::string text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(text.find("1. 4.00 s 13.3 % Wait at Barrier"), std::string::npos) << text;
  EXPECT_NE(text.find("9.00 s 30.0 % Wait for Thread at main/MPI_Recv on rank 2 in 6 calls, 1.50 s each -> "
                      "The thread that waits here"),
            std::string::npos)
      << text;
  report.set_row(metric_id(Builtin::comp), CallPathId(size_t{0}), {4, 8, 6});
  text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(text.find("1. 9.00 s 30.0 % Wait for Thread"), std::string::npos) << text;
  report = example_with("MPI_Init");
  report.set_row(metric_id(Builtin::omp_idle_threads), receive, {0, 0, 9});
  text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(text.find("1. 4.00 s 13.3 % Wait at Barrier"), std::string::npos) << text;
}

TEST(Summary, SaysWhatToDoAboutCallsOfMpiThatMadeOthersWait) {
  Report report = example_report();
  report.set_row(metric_id(Builtin::delay), CallPathId(1), {0, 4, 0});
  report.set_row(metric_id(Builtin::delay), CallPathId(size_t{0}), {0, 6, 0});
  report.set_row(metric_id(Builtin::mpi_not_running), CallPathId(1), {0, 1, 0});
  const std::string text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(
      text.find("4.00 s 40.0 % main/MPI_Recv on rank 1 without a core for 1.00 s of the time there -> The "
                "call itself takes longer there"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.find("The call itself"), text.rfind("The call itself")) << text;
}

TEST(Summary, SaysAtTheTopThatThreadsDidNotRun) {
  Report report = example_report();
  report.set_row(metric_id(Builtin::not_running), CallPathId(size_t{0}), {0, 0, 1});
  EXPECT_EQ(summarize(query::Space(report)).find("did not run"), std::string::npos) << "3 % are little";
  report.set_row(metric_id(Builtin::mpi_not_running), CallPathId(2), {0, 0, 3});
  std::string text = summarize(query::Space(report));
  EXPECT_NE(on_one_line(text).find(
                "Cores In MPI calls threads had no core in 10 % of their time, most on rank 2: 30 %."),
            std::string::npos)
      << text;
  report.set_row(metric_id(Builtin::not_running), CallPathId(size_t{0}), {0, 3, 0});
  text = summarize(query::Space(report));
  EXPECT_NE(
      on_one_line(text).find(
          "Cores While they computed, threads did not run in 10 % of their time, most on rank 1: 30 %."),
      std::string::npos)
      << text;
  EXPECT_LT(text.find("Cores"), text.find("Where the time went")) << text;
  EXPECT_NE(on_one_line(text).find("Others had their cores, or they slept or waited"), std::string::npos)
      << text;
  report.set_row(metric_id(Builtin::preempted), CallPathId(size_t{0}), {0, 0.75, 0});
  report.set_row(metric_id(Builtin::blocked), CallPathId(size_t{0}), {0, 1.5, 0});
  text = on_one_line(summarize(query::Space(report)));
  EXPECT_NE(text.find("Of that, others had their cores for 25 %, and for 50 % they slept or waited for the "
                      "operating system; of 25 % it is not known."),
            std::string::npos)
      << text;
}

TEST(Summary, SaysWhatIsNotAnalyzedBeforeAnyEfficiency) {
  Report report = report_with_critical_path();
  tests::set_value(report, metric_id(Builtin::not_analyzed), CallPathId(1), 0, 3);
  const std::string text = summarize(query::Space(report));
  EXPECT_LT(text.find("Not analyzed: 3.00 s"), text.find("How efficient")) << text;
}

TEST(Summary, SaysThatRecordingStoppedAndNotThatTheProgramDid) {
  Report report = example_report();
  report.attributes["latecomer.partial"] = "1";
  report.attributes["latecomer.open_call.000"] = "rank 0 in main/MEASUREMENT OFF since 3.674043 s";
  EXPECT_NE(
      on_one_line(summarize(query::Space(report))).find("Stopped Recording ended before the program did"),
      std::string::npos);
  EXPECT_EQ(summarize(query::Space(report)).find("Partial"), std::string::npos);
  report.attributes["latecomer.open_call.001"] = "rank 1 in main/MPI_Recv since 3.674043 s";
  report.attributes["latecomer.killed"] = "1";
  EXPECT_NE(summarize(query::Space(report)).find("Partial"), std::string::npos);
}

TEST(Summary, SaysSoWhenNobodyWaited) {
  const std::string text = summarize(query::Space(example_without_values()));
  EXPECT_TRUE(has_line(text, "No thread ever waited for another one in MPI.")) << text;
}

TEST(Summary, KeepsToItsColumns) {
  Report report = report_with_critical_path();
  report.regions[1].name = std::string(300, 'x');
  std::istringstream in(summarize(query::Space(report)));
  for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), columns()) << line;
}

TEST(WaitStates, CountWhatIsMoreSpecialThereOnly) {
  const std::vector<WaitState> waits = wait_states(query::Space(example_report()));
  ASSERT_EQ(waits.size(), 3u);
  double sum = 0;
  for (const WaitState& wait : waits) sum += wait.seconds;
  EXPECT_DOUBLE_EQ(sum, 10);
}

TEST(Text, WritesRunsOfNumbersAsRanges) {
  EXPECT_EQ(ranks_text({0, 1, 2, 3, 7}, 9), "ranks 0-3, 7");
  EXPECT_EQ(ranks_text({4, 5}, 9), "ranks 4, 5");
  EXPECT_EQ(ranks_text({4}, 9), "rank 4");
  std::vector<int64_t> many;
  for (int64_t i = 0; i < 3900; ++i) many.push_back(i + i / 100);
  EXPECT_EQ(ranks_text(many, 4096), "3,900 of 4,096 ranks");
}

TEST(Text, QuotesNamesForTheShell) {
  EXPECT_EQ(shell_word("run1/report.cubex"), "run1/report.cubex");
  EXPECT_EQ(shell_word("my run"), "'my run'");
  EXPECT_EQ(shell_word("it's $1"), "'it'\\''s $1'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Text, WrapsWithAHangingIndent) {
  const std::string long_word(columns() - 10, 'a');
  const std::string text = wrapped(long_word + " " + std::string(20, 'b'), "-> ");
  EXPECT_EQ(text, "-> " + long_word + "\n   " + std::string(20, 'b') + "\n");
}

TEST(Text, BreaksWordsThatNoLineTakes) {
  const std::string part(columns() - 10, 'a');
  EXPECT_EQ(wrapped(part + "/" + part, "  "), "  " + part + "/\n  " + part + "\n");
  const std::string word(columns() + 10, 'b');
  EXPECT_EQ(wrapped(word, "  "), "  " + word.substr(0, columns() - 2) + "\n  " + word.substr(0, 12) + "\n");
}

TEST(Text, HasTheColumnsThatAreChosen) {
  const size_t before = columns();
  set_columns(120);
  EXPECT_EQ(columns(), 120u);
  EXPECT_EQ(wrapped(std::string(60, 'a') + " " + std::string(50, 'b'), "").size(), 112u);
  set_columns(before);
}

}  // namespace
}  // namespace latecomer::text
