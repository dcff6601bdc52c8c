// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/pipeline.h"
#include "comm/comm.h"
#include "trace/text_trace.h"

namespace latecomer::analyze {
namespace {

std::vector<std::string> lines_of(const std::string& text,
                                  const std::string& key_begin = "latecomer.open_call.") {
  const Result<std::unique_ptr<trace::Trace>> trace = trace::parse_text_trace(text, "trace");
  EXPECT_TRUE(trace) << trace.error().message;
  Timings timings;
  const report::Report report = report::with_own_values(analyze(**trace, *serial_comm(), timings));
  std::vector<std::string> lines;
  for (const auto& [key, value] : report.attributes) {
    if (key.starts_with(key_begin)) lines.push_back(value);
  }
  return lines;
}

// 48 ranks: every second one receives from the next, the others wait for a request each; rank 0 was the
// first.
TEST(OpenCalls, OfManyRanksAreALineForEachCallPath) {
  std::string text = "partial\n";
  for (int rank = 0; rank < 48; rank += 2) {
    text +=
        fmt::format("rank {0}\n 0 enter main\n {1} enter MPI_Recv\n {1} receive_pending from={2} tag={2}\n",
                    rank, rank + 1, rank + 1);
    text +=
        fmt::format("rank {}\n 0 enter main\n 1..2 MPI_Irecv irecv_request request=1\n {} enter MPI_Wait\n",
                    rank + 1, rank + 2);
  }
  const std::vector<std::string> lines = lines_of(text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0],
            "24 of 48 ranks in main/MPI_Recv from 24 of 48 ranks, 24 tags, since 1.000000 s to 47.000000 s");
  EXPECT_EQ(lines[1],
            "24 of 48 ranks in main/MPI_Wait since 2.000000 s to 48.000000 s; not completed: 24 receives");
}

TEST(OpenCalls, OfThreadsCountTheirRanksOnce) {
  const std::vector<std::string> lines = lines_of(
      "partial\nrank 0\n 0 enter main\nrank 0 thread 1\n 0 enter main\nrank 0 stream 2\n 0 enter kernel\n");
  EXPECT_EQ(lines, std::vector<std::string>{"rank 0 (2 threads) computing in main since 0.000000 s"});
}

TEST(OpenCalls, AreNoneWhereAPendingReceiveHasEnded) {
  const std::vector<std::string> lines = lines_of(
      "partial\nrank 0\n 0 enter main\n 1 enter MPI_Recv\n 1 receive_pending from=0 tag=7\n 2 leave "
      "MPI_Recv\n 2 enter MPI_Recv\n");
  EXPECT_EQ(lines, std::vector<std::string>{"rank 0 in main/MPI_Recv since 2.000000 s"});
}

TEST(OpenCalls, TellWhereASignalFoundTheProgram) {
  const auto ended_by = [](const std::string& what, const std::string& rank_1) {
    return lines_of(
        "partial\nended-by " + what +
            "\nrank 0\n 0 enter main\n 1 enter MPI_Recv\n 1 receive_pending from=1 tag=7\nrank 1\n" +
            " 0 enter main\n 1 enter solve\n" + rank_1,
        "latecomer.ended_by.");
  };
  using Lines = std::vector<std::string>;
  const std::string fault = "Signal 11 (SIGSEGV: an access to an invalid address) ended the program.";
  EXPECT_EQ(ended_by("signal 11", ""),
            (Lines{fault, "It was in main/solve: rank 1 was there, and no other one in code of its own."}));
  EXPECT_EQ(ended_by("signal 11", " 2 enter MPI_Barrier\n"),
            (Lines{fault, "No rank was in code of its own, all were in calls: see below."}));
  EXPECT_EQ(ended_by("signal 11", "rank 2\n 0 enter main\n"),
            (Lines{fault, "In which rank is not known: ranks 1, 2 were in code of their own."}));
  EXPECT_EQ(ended_by("signal 15", ""),
            Lines{"Signal 15 (SIGTERM: somebody asked it to end) ended the program."});
  EXPECT_EQ(ended_by("signal 40", ""), Lines{"Signal 40 ended the program."});
  EXPECT_EQ(ended_by("exit-code 3", ""),
            Lines{"The program ended with exit code 3 before all of its ranks had come to their end."});
  EXPECT_EQ(ended_by("timeout 5m", ""), Lines{"The program still ran after 5m, so it was ended."});
}

TEST(OpenCalls, AreOfKilledProgramsOnly) {
  EXPECT_TRUE(lines_of("rank 0\n 0 enter main\n 1 enter MPI_Recv\n").empty());
}

TEST(OpenCalls, SayWhoIsNoMember) {
  const std::vector<std::string> lines = lines_of(
      "partial\ncomm one ranks 0\nrank 0\n 0 enter main\n 1 enter MPI_Recv\n 1 receive_pending from=5 tag=7 "
      "comm=one\n");
  EXPECT_EQ(lines, std::vector<std::string>{"rank 0 in main/MPI_Recv from a rank that is no member, tag 7, "
                                            "communicator one, since 1.000000 s"});
}

}  // namespace
}  // namespace latecomer::analyze
