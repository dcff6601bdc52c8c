// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Who communicated with whom in a window: lines of messages, each with the ends of one message and the number
// of those that cannot be distinguished from it. A second is a million ticks.

#include "timeline/edges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/generated_archive.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::timeline {
namespace {

using report::LocationId;

/// Rank 1 gets messages at 1.2, 1.4 and 3 from rank 0, and one at 2 from rank 2.
constexpr const char* kFour = R"(
rank 0
  0.1..0.2 MPI_Send send to=1 bytes=10
  0.3..0.4 MPI_Send send to=1 bytes=20
  2.5..2.6 MPI_Send send to=1 bytes=40
rank 1
  1.1..1.2 MPI_Recv recv from=0 bytes=10
  1.3..1.4 MPI_Recv recv from=0 bytes=20
  1.5..2.0 MPI_Recv recv from=2 bytes=80
  2.0..3.0 MPI_Recv recv from=0 bytes=40
rank 2
  0.5..0.6 MPI_Send send to=1 bytes=80
)";

constexpr int64_t kSecond = 1'000'000;

struct OpenRun {
  explicit OpenRun(report::Report analyzed) : report(std::move(analyzed)) {
    Result<std::unique_ptr<Run>> opened = Run::open(report, nullptr, "no trace");
    EXPECT_TRUE(opened) << opened.error().message;
    run = std::move(*opened);
  }
  Edges edges(const std::vector<size_t>& locations, int64_t resolution, const EdgeLimits& most = {}) const {
    const Ticks begin = run->clock().begin();
    return edges(locations, resolution, {begin, begin + run->clock().run_length()}, most);
  }
  Edges edges(const std::vector<size_t>& locations, int64_t resolution, const store::Interval& when,
              const EdgeLimits& most = {}) const {
    Locations wanted;
    for (const size_t location : locations) wanted.emplace_back(location);
    const Window window{wanted, when, Ticks(resolution)};
    Result<Edges> read = read_edges(*run, window, most);
    EXPECT_TRUE(read) << read.error().message;
    if (!read) return {};
    EXPECT_LE(read->messages.size() + read->probes.size() + read->transfers.size() + read->collectives.size(),
              most_edge_rows(*run, window, most));
    return std::move(*read);
  }
  report::Report report;
  std::unique_ptr<Run> run;
};

/// "0>1 2 30 200000-1400000": two messages of 30 bytes together, and the ends of the longest.
std::set<std::string> texts(const Edges& edges) {
  std::set<std::string> lines;
  for (const MessageLine& line : edges.messages)
    lines.insert(std::to_string(line.sender.index()) + ">" + std::to_string(line.receiver.index()) + " " +
                 std::to_string(line.count) + " " + std::to_string(static_cast<int64_t>(line.bytes)) + " " +
                 std::to_string(line.sent.count) + "-" + std::to_string(line.received.count));
  return lines;
}
using Texts = std::set<std::string>;

class SmallEdges : public testing::Test {
 protected:
  OpenRun run_{analyze::analyzed(kFour, 1)};
};

// A message goes from the begin of its send to the end of its receive.
TEST_F(SmallEdges, AreMessagesWhereTheyCanBeToldApart) {
  EXPECT_EQ(texts(run_.edges({1}, 1)), (Texts{"0>1 1 10 100000-1200000", "0>1 1 20 300000-1400000",
                                              "0>1 1 40 2500000-3000000", "2>1 1 80 500000-2000000"}));
}

TEST_F(SmallEdges, AreFoundBySendersAsWell) {
  EXPECT_EQ(texts(run_.edges({2}, 1)), (Texts{"2>1 1 80 500000-2000000"}));
  EXPECT_TRUE(run_.edges({2}, 1).has_sent);
}

// Columns of 2^19 = 524288 ticks: 100000 and 300000 are in the first one, 1200000 and 1400000 in the third.
// Both take 1100000, so the first of them stays.
TEST_F(SmallEdges, AreOneLineWhereBothEndsAreInTheSameColumns) {
  EXPECT_EQ(texts(run_.edges({1}, int64_t{1} << 19U)),
            (Texts{"0>1 2 30 100000-1200000", "0>1 1 40 2500000-3000000", "2>1 1 80 500000-2000000"}));
}

// With two lines at most, columns become wider until those from rank 0 are one: 2^18 tells all three apart,
// 2^20 two (0.1 and 0.3 are before 1048576, 1.2 and 1.4 behind it), 2^22 none of them.
TEST_F(SmallEdges, AreInWiderColumnsWhereThereAreTooMany) {
  EXPECT_EQ(run_.edges({1}, int64_t{1} << 18U).messages.size(), 4);
  EXPECT_EQ(run_.edges({1}, int64_t{1} << 18U, {.lines = 3}).messages.size(), 3);
  EXPECT_EQ(texts(run_.edges({1}, int64_t{1} << 18U, {.lines = 2})),
            (Texts{"0>1 3 70 100000-1200000", "2>1 1 80 500000-2000000"}));
}

// Two pairs of locations cannot be fewer than two lines.
TEST_F(SmallEdges, KeepPairsOfLocationsApart) {
  EXPECT_EQ(run_.edges({1}, 1, {.lines = 1}).messages.size(), 2);
}

TEST_F(SmallEdges, AreThoseOfTheWindow) {
  EXPECT_EQ(texts(run_.edges({1}, 1, {Ticks(0), Ticks(450'000)})),
            (Texts{"0>1 1 10 100000-1200000", "0>1 1 20 300000-1400000"}));
  EXPECT_EQ(texts(run_.edges({1}, 1, {Ticks(kSecond * 2 + 100'000), Ticks(kSecond * 3)})),
            (Texts{"0>1 1 40 2500000-3000000"}));
}

TEST_F(SmallEdges, AreCountedWhereTheyAreTooManyToRead) {
  const Edges edges = run_.edges({1}, 1, {.rows = 3});
  EXPECT_TRUE(edges.messages.empty());
  EXPECT_EQ(edges.left_out_messages, 4);
}

/// How many messages of how many bytes went from where to where.
std::vector<std::tuple<LocationId, LocationId, uint64_t, double>> sums(const Edges& edges) {
  std::map<std::pair<LocationId, LocationId>, std::pair<uint64_t, double>> found;
  for (const MessageLine& line : edges.messages) {
    auto& [count, bytes] = found[{line.sender, line.receiver}];
    count += line.count;
    bytes += line.bytes;
  }
  std::vector<std::tuple<LocationId, LocationId, uint64_t, double>> all;
  for (const auto& [pair, sum] : found) all.emplace_back(pair.first, pair.second, sum.first, sum.second);
  return all;
}

// At any resolution and limit lines stand for the same messages.
TEST(Edges, AddUpToAllMessages) {
  generate::Settings settings;
  settings.pattern = generate::Pattern::halo2d;
  settings.ranks = 16;
  settings.events = 20'000;
  const GeneratedArchive archive(settings);
  const OpenRun run(analyze::analyzed(*archive.open(), 1));
  const std::vector<size_t> some = {0, 1, 5, 6, 7};
  const Edges all = run.edges(some, 1, {.lines = UINT64_MAX});
  ASSERT_GT(all.messages.size(), 1000);
  for (const unsigned shift : {4U, 10U, 16U, 20U}) {
    for (const uint64_t most : {uint64_t{100}, uint64_t{1000}, uint64_t{UINT64_MAX}}) {
      const Edges lines = run.edges(some, int64_t{1} << shift, {.lines = most});
      EXPECT_EQ(sums(lines), sums(all)) << shift << " " << most;
      EXPECT_LE(lines.messages.size(), std::min<size_t>(most, all.messages.size())) << shift;
    }
  }
}

}  // namespace
}  // namespace latecomer::timeline
