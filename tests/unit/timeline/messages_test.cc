// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Messages of small traces, counted by ends and by size. A second is a million ticks.

#include "timeline/messages.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "unit/analyze/analyzed.h"

namespace latecomer::timeline {
namespace {

/// Received: at 2 from rank 0 by rank 1, 0 bytes; at 4 from 0 by 2, 1024; at 6 from 1 by 2, 1023; at 8 from 2
/// by 0, 5.
constexpr const char* kFour = R"(
rank 0
  0..1 MPI_Send send to=1 bytes=0
  1..2 MPI_Send send to=2 bytes=1024
  7..8 MPI_Recv recv from=2 bytes=5
rank 1
  1..2 MPI_Recv recv from=0 bytes=0
  2..3 MPI_Send send to=2 bytes=1023
rank 2
  3..4 MPI_Recv recv from=0 bytes=1024
  5..6 MPI_Recv recv from=1 bytes=1023
  6..7 MPI_Send send to=0 bytes=5
)";

class Messages : public testing::Test {
 protected:
  void SetUp() override {
    report_ = analyze::analyzed(kFour, 1);
    Result<std::unique_ptr<timeline::Run>> run = timeline::Run::open(report_, nullptr, "no trace");
    ASSERT_TRUE(run) << run.error().message;
    run_ = std::move(*run);
  }
  MessageStatistics count(const std::vector<size_t>& locations, double from, double to,
                          uint64_t most = kMostMessages, size_t groups = kMostGroups) {
    Locations wanted;
    for (const size_t location : locations) wanted.emplace_back(location);
    const auto at = [](double seconds) { return Ticks(static_cast<int64_t>(seconds * 1e6)); };
    Result<MessageStatistics> read = message_statistics(*run_, wanted, {at(from), at(to)}, most, groups);
    EXPECT_TRUE(read) << read.error().message;
    return *read;
  }
  /// "0>1 2 17" for two messages of 17 bytes from the first group to the second.
  static std::vector<std::string> cells(const MessageStatistics& found) {
    std::vector<std::string> lines;
    for (size_t i = 0; i < found.matrix.size(); ++i)
      if (found.matrix[i].count > 0)
        lines.push_back(std::to_string(i / found.groups) + ">" + std::to_string(i % found.groups) + " " +
                        std::to_string(found.matrix[i].count) + " " + std::to_string(found.matrix[i].bytes));
    return lines;
  }
  using Lines = std::vector<std::string>;

  report::Report report_;
  std::unique_ptr<timeline::Run> run_;
};

TEST_F(Messages, AreCountedBySenderAndReceiver) {
  const MessageStatistics all = count({0, 1, 2}, 0, 8);
  EXPECT_EQ(all.groups, 3);
  EXPECT_EQ(cells(all), (Lines{"0>1 1 0", "0>2 1 1024", "1>2 1 1023", "2>0 1 5"}));
}

// 0 has no bits, 5 has 3, 1023 has 10 and 1024 has 11.
TEST_F(Messages, AreCountedBySize) {
  const MessageStatistics all = count({0, 1, 2}, 0, 8);
  for (size_t bits = 0; bits < all.sizes.size(); ++bits) {
    const bool is_there = bits == 0 || bits == 3 || bits == 10 || bits == 11;
    EXPECT_EQ(all.sizes[bits].count, is_there ? 1 : 0) << bits;
  }
  EXPECT_EQ(all.sizes[10].bytes, 1023);
}

TEST_F(Messages, AreOfTheWindowInWhichTheyAreReceived) {
  EXPECT_EQ(cells(count({0, 1, 2}, 3, 6)), (Lines{"0>2 1 1024", "1>2 1 1023"}));
  EXPECT_EQ(cells(count({0, 1, 2}, 4.5, 5.5)), Lines{});
}

TEST_F(Messages, AreOfThoseWhoSentOrReceivedThem) {
  EXPECT_EQ(cells(count({1}, 0, 8)), (Lines{"0>1 1 0", "1>2 1 1023"}));
  EXPECT_EQ(cells(count({}, 0, 8)), Lines{});
}

TEST_F(Messages, AreCountedByGroupsWhereThereAreManyProcesses) {
  const MessageStatistics all = count({0, 1, 2}, 0, 8, kMostMessages, 2);
  EXPECT_EQ(all.ranks_per_group, 2);
  EXPECT_EQ(all.groups, 2);
  EXPECT_EQ(cells(all), (Lines{"0>0 1 0", "0>1 2 2047", "1>0 1 5"}));
}

TEST_F(Messages, ThatAreTooManyAreToldAndNotCounted) {
  const MessageStatistics all = count({0, 1, 2}, 0, 8, 3);
  EXPECT_EQ(all.left_out, 4);
  EXPECT_EQ(cells(all), Lines{});
}

}  // namespace
}  // namespace latecomer::timeline
