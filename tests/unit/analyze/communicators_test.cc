// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "report/communicators.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/analyze/analyzed.h"

namespace latecomer::analyze {
namespace {

using namespace report;

/// In the world one message of 8 bytes, a barrier of three ranks, and what MPI_Init does, which does not
/// count; in half two messages of 100 and 0 bytes, and a broadcast of 16 bytes to one member. The one that is
/// received nowhere counts.
constexpr const char* kTrace = R"(
comm half ranks 0 2
rank 0
  0      enter main
  0..1   MPI_Init     barrier
  1..2   MPI_Send     send to=1 bytes=8
  2..3   MPI_Send     send to=1 bytes=100 comm=half
  3..4   MPI_Bcast    bcast root=0 sent=16 received=0 comm=half
  4..5   MPI_Barrier  barrier sent=0 received=0
  6      leave main
rank 1
  0      enter main
  0..1   MPI_Init     barrier
  1..3   MPI_Recv     recv from=0 bytes=8
  4..5   MPI_Barrier  barrier sent=0 received=0
  6      leave main
rank 2
  0      enter main
  0..1   MPI_Init     barrier
  1..3   MPI_Recv     recv from=0 bytes=100 comm=half
  3..4   MPI_Bcast    bcast root=0 sent=0 received=16 comm=half
  4..5   MPI_Barrier  barrier sent=0 received=0
  5..6   MPI_Send     send to=0 bytes=0 comm=half
  6      leave main
)";

std::vector<std::string> lines(const std::vector<CommunicatorTraffic>& communicators) {
  std::vector<std::string> texts;
  for (const CommunicatorTraffic& each : communicators)
    texts.push_back(fmt::format("{}: {} ranks, {} messages {} B, {} calls {} B {} B", each.name, each.ranks,
                                each.messages, each.bytes, each.collective_calls, each.collective_bytes_sent,
                                each.collective_bytes_received));
  return texts;
}

TEST(Communicators, HaveTheMessagesAndCollectivesOfAllRanks) {
  for (const int ranks : {1, 3}) {
    const Result<std::vector<CommunicatorTraffic>> found = read_communicators(analyzed(kTrace, ranks));
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->size(), 2U);
    EXPECT_EQ(lines(*found)[0], "half: 2 ranks, 2 messages 100 B, 2 calls 16 B 16 B");
    EXPECT_TRUE(lines(*found)[1].ends_with(": 3 ranks, 1 messages 8 B, 3 calls 0 B 0 B")) << lines(*found)[1];
  }
}

TEST(Communicators, DamagedOnesAreNamed) {
  Report report;
  EXPECT_EQ(read_communicators(report).error().message,
            "the report has no communicators.json; latecomer analyze writes it");
  for (const char* damaged :
       {"{", "[3]", R"([{"name":"a"}])", R"([{"name":"a","ranks":-1,"messages":0,"bytes":0,
       "collective_calls":0,"collective_bytes_sent":0,"collective_bytes_received":0}])"}) {
    report.files[std::string(kCommunicatorsFile)] = damaged;
    const Result<std::vector<CommunicatorTraffic>> found = read_communicators(report);
    ASSERT_FALSE(found) << damaged;
    EXPECT_TRUE(found.error().message.starts_with("communicators.json: ")) << found.error().message;
  }
}

}  // namespace
}  // namespace latecomer::analyze
