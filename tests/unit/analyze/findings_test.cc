// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the analysis stores beside the sums: the critical path, the worst wait states, where delays are felt.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "findings/instances.h"
#include "report/metrics.h"
#include "store/read_findings.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::analyze {
namespace {

using namespace findings;
using namespace report;

/// Rank 1 waits from 1 to 4 for a message that rank 0 sends after a second in main and two in f more than
/// rank 1 has had by then. Call paths depth first: main, main/f, main/MPI_Send, main/MPI_Recv.
constexpr const char* kOneWait = R"(
rank 0
  0     enter main
  1..3  f
  4..5  MPI_Send  send to=1
  5     leave main
rank 1
  0     enter main
  1..6  MPI_Recv  recv from=0
  6..8  f
  8     leave main
)";

/// A delays B, and through B also C (SEMANTICS E1). Call paths: f, g, MPI_Send, h, MPI_Recv (R3),
/// MPI_Sendrecv (R4).
constexpr const char* kChain = R"(
rank 0
  0..2   f
  2..5   g
  5..6   MPI_Send  send to=1
rank 1
  0..1   f
  1..2   h
  2..6   MPI_Recv  recv from=0
  6..6   MPI_Send  send to=2
rank 2
  0..1.5 f
  1.5..3 g
  3..4   h
  4..6   MPI_Sendrecv  recv from=1
)";

/// "rank 1 4..6 main/MPI_Recv after rank 0 in main/MPI_Recv": of each stretch, times in ticks.
std::vector<std::string> lines_of_path(const Report& report) {
  const Result<store::CriticalPath> path = store::read_critical_path(report);
  EXPECT_TRUE(path) << path.error().message;
  std::vector<std::string> lines;
  for (const store::CriticalStretch& each : *path) {
    lines.push_back(fmt::format("rank {} {}..{} {}", each.location.index(), each.begin.count, each.end.count,
                                each.path.valid() ? report.path_name(each.path) : "-"));
    if (each.edge)
      lines.back() +=
          fmt::format(" after rank {} in {}: {}", each.edge->from.index(), report.path_name(each.edge->path),
                      report.metrics[each.edge->wait.index()].id);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(CriticalPath, NamesStretchesByWhatEnclosesThem) {
  // Backward from rank 1, the last to end: f 6-8, the rest of the receive 4-6; then rank 0, where up to its
  // send main and f took turns, so that only main encloses all of it.
  const Lines expected = {
      "rank 0 0..4000000 main",
      "rank 1 4000000..6000000 main/MPI_Recv after rank 0 in main/MPI_Recv: mpi_latesender",
      "rank 1 6000000..8000000 main/f"};
  for (const int ranks : {1, 2, 3}) EXPECT_EQ(lines_of_path(analyzed(kOneWait, ranks)), expected) << ranks;
}

TEST(CriticalPath, KeepsLocationsThatThePathOnlyPassesThrough) {
  // All end at 6, so the highest rank counts as last; it waited until then. f and g have no common caller.
  const Lines expected = {
      "rank 0 0..5000000 -", "rank 1 5000000..6000000 MPI_Recv after rank 0 in MPI_Recv: mpi_latesender",
      "rank 2 6000000..6000000 MPI_Sendrecv after rank 1 in MPI_Sendrecv: mpi_latesender"};
  for (const int ranks : {1, 2, 3}) EXPECT_EQ(lines_of_path(analyzed(kChain, ranks)), expected) << ranks;
}

TEST(Instances, HaveTheWaitAndItsLargestDelay) {
  const Report report = analyzed(kOneWait, 2);
  const Result<std::vector<Instance>> instances = most_severe_waits(report);
  ASSERT_TRUE(instances) << instances.error().message;
  ASSERT_EQ(instances->size(), 1u);
  const Instance& wait = (*instances)[0];
  EXPECT_EQ(wait.metric, metric_id(Builtin::mpi_latesender));
  EXPECT_EQ(wait.location, LocationId(1));
  EXPECT_EQ(report.path_name(wait.path), "main/MPI_Recv");
  EXPECT_DOUBLE_EQ(wait.begin, 1);
  EXPECT_DOUBLE_EQ(wait.end, 4);
  EXPECT_DOUBLE_EQ(wait.amount, 3);
  EXPECT_EQ(wait.cause.location, LocationId(0));
  EXPECT_EQ(report.path_name(wait.cause.path), "main/f");  // 2 s more, in main 1 s more
  EXPECT_FALSE(wait.cause.wait.valid());
  EXPECT_DOUBLE_EQ(wait.cause.seconds, 2);
}

TEST(Consequences, SayWhereDelaysAreFelt) {
  // Delays 2 in f and 1 in main explain the 3 s of waiting completely.
  const Report report = analyzed(kOneWait, 2);
  const Result<std::vector<store::Consequence>> consequences = store::read_consequences(report);
  ASSERT_TRUE(consequences) << consequences.error().message;
  ASSERT_EQ(consequences->size(), 2u);
  const store::Consequence& largest = (*consequences)[0];
  EXPECT_EQ(report.path_name(largest.delay), "main/f");
  EXPECT_EQ(largest.metric, metric_id(Builtin::mpi_latesender));
  EXPECT_EQ(report.path_name(largest.path), "main/MPI_Recv");
  EXPECT_DOUBLE_EQ(largest.seconds, 2);
  EXPECT_EQ(largest.ranks, std::vector<LocationGroupId>{LocationGroupId(1)});
  EXPECT_EQ(report.path_name((*consequences)[1].delay), "main");
  EXPECT_DOUBLE_EQ((*consequences)[1].seconds, 1);
}

TEST(Instances, NameTheWaitThatOutweighsAllDelays) {
  // C's wait: B took 1 s longer in R3 (processing) and waited 3 s there itself. B's wait: A took 3 s more in
  // g.
  const Report report = analyzed(kChain, 3);
  const Result<std::vector<Instance>> instances = most_severe_waits(report);
  ASSERT_TRUE(instances) << instances.error().message;
  ASSERT_EQ(instances->size(), 2u);
  const Instance& longest = (*instances)[0];
  EXPECT_EQ(report.path_name(longest.path), "MPI_Recv");
  EXPECT_EQ(report.path_name(longest.cause.path), "g");
  EXPECT_FALSE(longest.cause.wait.valid());
  EXPECT_DOUBLE_EQ(longest.cause.seconds, 3);
  const Instance& other = (*instances)[1];
  EXPECT_EQ(report.path_name(other.path), "MPI_Sendrecv");
  EXPECT_EQ(report.path_name(other.cause.path), "MPI_Recv");
  EXPECT_EQ(other.cause.wait, metric_id(Builtin::mpi_latesender));
  EXPECT_DOUBLE_EQ(other.cause.seconds, 3);
  // g 9/4, f 3/4, R3 2/4 at short term
  const Result<std::vector<store::Consequence>> consequences = store::read_consequences(report);
  ASSERT_TRUE(consequences) << consequences.error().message;
  ASSERT_EQ(consequences->size(), 3u);
  EXPECT_DOUBLE_EQ((*consequences)[0].seconds, 2.25);
  EXPECT_DOUBLE_EQ((*consequences)[1].seconds, 0.75);
  EXPECT_EQ(report.path_name((*consequences)[2].path), "MPI_Sendrecv");
  EXPECT_DOUBLE_EQ((*consequences)[2].seconds, 0.5);
}

TEST(Instances, KeepTheFiveWorstOfAKindAndTheEarlierAmongEquals) {
  // Rank 1 waits 1 s in each of seven receives, in the fourth 2 s: that one, and the first four of the
  // others.
  std::string text = "rank 0\n";
  std::string receiver = "rank 1\n";
  for (int i = 0; i < 7; ++i) {
    const int begin = 10 * i;
    const int wait = i == 3 ? 2 : 1;
    text += std::to_string(begin) + ".." + std::to_string(begin + wait) + " work\n" +
            std::to_string(begin + wait) + ".." + std::to_string(begin + 10) + " MPI_Send send to=1\n";
    receiver += std::to_string(begin) + ".." + std::to_string(begin + 10) + " MPI_Recv recv from=0\n";
  }
  text += receiver;
  for (const int ranks : {1, 2}) {
    const Report report = analyzed(text, ranks);
    const Result<std::vector<Instance>> instances = most_severe_waits(report);
    ASSERT_TRUE(instances) << instances.error().message;
    std::vector<double> begins;
    for (const Instance& each : *instances) begins.push_back(each.begin);
    EXPECT_EQ(begins, (std::vector<double>{30, 0, 10, 20, 40}));
  }
}

}  // namespace
}  // namespace latecomer::analyze
