// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/print_trace.h"

#include <gtest/gtest.h>

#include <string>

#include "trace/text_trace.h"

namespace latecomer::trace {
namespace {

constexpr std::string_view kTwoRanks = R"text(
comm pair ranks 0 1
rank 0
  1..2 f
  3..4 g
rank 0 thread 1
  2..3 h
rank 1
  1..4 f
  truncated
)text";

std::unique_ptr<Trace> parse(std::string_view text) {
  Result<std::unique_ptr<Trace>> trace = parse_text_trace(text, "test");
  EXPECT_TRUE(trace) << trace.error().message;
  return std::move(trace).value();
}

std::string print(const Trace& trace, const PrintSelection& selection) {
  std::string text;
  print_text_trace(trace, selection, [&](std::string_view lines) { text += lines; });
  return text;
}

TEST(PrintTrace, OneLocationKeepsTheOthersNames) {
  PrintSelection selection;
  selection.location = LocationId(1);
  EXPECT_EQ(print(*parse(kTwoRanks), selection),
            "resolution 1000000\n"
            "comm pair ranks 0 1\n"
            "node node\n"
            "rank 0\n"
            "rank 0 thread 1\n"
            "  2.000000 enter h\n"
            "  3.000000 leave h\n"
            "node node\n"
            "rank 1\n");
}

TEST(PrintTrace, StreamsAreNotThreads) {
  const std::string text = print(*parse("rank 0\nrank 0 thread 1\nrank 0 stream 2\n 1..2 kernel\n"), {});
  EXPECT_NE(text.find("rank 0 stream 2\n  1.000000 enter kernel"), std::string::npos) << text;
  EXPECT_NE(text.find("rank 0 thread 1\n"), std::string::npos) << text;
}

TEST(PrintTrace, TimesCountFromTheOrigin) {
  PrintSelection selection;
  selection.location = LocationId(0);
  selection.origin = Ticks(1'000'000);
  selection.from = Ticks(2'000'000);  // which is at 3
  EXPECT_EQ(print(*parse(kTwoRanks), selection),
            "resolution 1000000\n"
            "comm pair ranks 0 1\n"
            "node node\n"
            "rank 0\n"
            "  2.000000 enter g\n"
            "  3.000000 leave g\n"
            "rank 0 thread 1\n"
            "node node\n"
            "rank 1\n");
}

TEST(PrintTrace, BothEndsOfATimeSpanBelongToIt) {
  PrintSelection selection;
  selection.location = LocationId(0);
  selection.from = Ticks(2'000'000);
  selection.to = Ticks(3'000'000);
  const std::string text = print(*parse(kTwoRanks), selection);
  EXPECT_EQ(text.find(" enter f"), std::string::npos) << text;
  EXPECT_NE(text.find("  2.000000 leave f\n  3.000000 enter g\n"), std::string::npos) << text;
  EXPECT_EQ(text.find(" leave g"), std::string::npos) << text;
}

TEST(PrintTrace, EverySelectionIsATextTrace) {
  const std::unique_ptr<Trace> trace = parse(kTwoRanks);
  for (size_t location = 0; location < 3; ++location) {
    PrintSelection selection;
    selection.location = LocationId(location);
    selection.to = Ticks(2'500'000);
    const std::string text = print(*trace, selection);
    EXPECT_EQ(print_text_trace(*parse(text)), text);
  }
}

TEST(PrintTrace, ClockOffsetsAreSaidAndNotApplied) {
  const std::unique_ptr<Trace> trace =
      parse("rank 0\n 1..2 f\nrank 1\n clock 0.5 -0.000003\n clock 3 0.25\n 1..2 f\n");
  const std::string text = print_text_trace(*trace);
  EXPECT_EQ(
      text,
      "resolution 1000000\n"
      "# Times are as each location's own clock read them: a line \"clock TIME OFFSET\" says by how much\n"
      "# it was behind the reference clock at that time.\n"
      "node node\n"
      "rank 0\n"
      "  1.000000 enter f\n"
      "  2.000000 leave f\n"
      "node node\n"
      "rank 1\n"
      "clock 0.500000 -0.000003\n"
      "clock 3.000000 0.250000\n"
      "  1.000000 enter f\n"
      "  2.000000 leave f\n");
  EXPECT_EQ(print_text_trace(*parse(text)), text);
  PrintSelection selection;
  selection.origin = Ticks(1'000'000);
  EXPECT_NE(
      print(*trace, selection).find("clock -0.500000 -0.000003\nclock 2.000000 0.250000\n  0.000000 enter f"),
      std::string::npos);
}

TEST(PrintTrace, ProblemsWhileReadingAreReturned) {
  const std::vector<std::string> problems =
      print_text_trace(*parse(kTwoRanks), PrintSelection(), [](std::string_view) {});
  EXPECT_EQ(problems, std::vector<std::string>{"rank 1 ends in the middle"});
}

/// A long trace comes in several pieces, none of which ends within a line.
TEST(PrintTrace, PiecesAreWholeLines) {
  std::string text = "rank 0\n";
  constexpr int kEvents = 20'000;
  for (int i = 0; i < kEvents; ++i) text += std::to_string(i) + "t measurement_on\n";
  size_t pieces = 0;
  size_t lines = 0;
  print_text_trace(*parse(text), PrintSelection(), [&](std::string_view piece) {
    ++pieces;
    lines += static_cast<size_t>(std::count(piece.begin(), piece.end(), '\n'));
    EXPECT_TRUE(piece.empty() || piece.ends_with('\n'));
  });
  EXPECT_GT(pieces, 3u);
  EXPECT_EQ(lines, kEvents + 3u);  // resolution, node, rank
}

}  // namespace
}  // namespace latecomer::trace
