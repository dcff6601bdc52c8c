// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Who communicated with whom, as the findings store has it. A second is a million ticks.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/findings_store.h"
#include "unit/analyze/analyzed.h"

namespace latecomer::analyze {
namespace {

using namespace report;
using store::CollectivePart;
using store::FindingsStore;
using store::Message;
using store::PartitionTransfer;
using store::ProbedMessage;

constexpr int64_t kSecond = 1'000'000;

Ticks at(double seconds) {
  return Ticks(static_cast<int64_t>(seconds * kSecond));
}

/// The rows of a location's table, from so many ranks.
template <class Row>
std::vector<Row> rows(const std::string& text, int ranks, size_t location) {
  const Report report = analyzed(text, ranks);
  const Result<FindingsStore> store = FindingsStore::open(report);
  EXPECT_TRUE(store) << store.error().message;
  const Result<std::vector<Row>> found = store->read<Row>(LocationId(location));
  EXPECT_TRUE(found);
  return *found;
}

/// The second message is received first, since its receive is waited for first. What nobody receives is no
/// message.
constexpr const char* kTwoMessages = R"(
rank 0
  0..1  MPI_Send   send to=1 tag=1 bytes=100
  2..3  MPI_Send   send to=1 tag=2 bytes=20
  3..4  MPI_Send   send to=1 tag=9 bytes=1
rank 1
  0..1  MPI_Irecv  irecv_request request=1
  1..2  MPI_Irecv  irecv_request request=2
  3..5  MPI_Wait   irecv from=0 tag=2 bytes=20 request=2
  5..6  MPI_Wait   irecv from=0 tag=1 bytes=100 request=1
)";

TEST(StoredMessages, AreTheReceiversInTheOrderOfTime) {
  for (const int ranks : {1, 2}) {
    const std::vector<Message> messages = rows<Message>(kTwoMessages, ranks, 1);
    ASSERT_EQ(messages.size(), 2) << ranks;
    EXPECT_EQ(messages[0].sender, LocationId(0));
    EXPECT_EQ(messages[0].bytes, 20);
    EXPECT_EQ(messages[1].bytes, 100);
    EXPECT_LT(messages[0].received, messages[1].received);
    EXPECT_TRUE(at(2) <= messages[0].sent && messages[0].sent <= at(3));
    EXPECT_TRUE(at(3) <= messages[0].received && messages[0].received <= at(5));
    EXPECT_TRUE(at(0) <= messages[1].sent && messages[1].sent <= at(1));
    EXPECT_TRUE(at(5) <= messages[1].received && messages[1].received <= at(6));
    EXPECT_TRUE(rows<Message>(kTwoMessages, ranks, 0).empty());
  }
}

/// Two probes see the first message, of which the first one counts. The second message is not probed.
constexpr const char* kProbes = R"(
rank 0
  0..1  MPI_Send   send to=1 tag=1 bytes=100
  1..2  MPI_Send   send to=1 tag=2 bytes=20
rank 1
  0..2  MPI_Probe  probe from=0 tag=1
  2..3  work
  3..4  MPI_Probe  probe from=0 tag=1
  4..5  MPI_Recv   recv from=0 tag=2 bytes=20
  5..6  MPI_Recv   recv from=0 tag=1 bytes=100
)";

TEST(StoredProbes, AreTheFirstThatSawAMessage) {
  for (const int ranks : {1, 2}) {
    const std::vector<ProbedMessage> probed = rows<ProbedMessage>(kProbes, ranks, 1);
    ASSERT_EQ(probed.size(), 1) << ranks;
    EXPECT_EQ(probed[0].prober, LocationId(1));
    EXPECT_EQ(probed[0].sender, LocationId(0));
    EXPECT_EQ(probed[0].bytes, 100);
    EXPECT_TRUE(at(0) <= probed[0].sent && probed[0].sent <= at(1));
    EXPECT_TRUE(at(1) < probed[0].seen && probed[0].seen <= at(2));
    EXPECT_EQ(analyzed(kProbes, ranks).node_name(probed[0].path), "MPI_Probe");
    EXPECT_TRUE(rows<ProbedMessage>(kProbes, ranks, 0).empty());
  }
}

/// Two barriers and a broadcast; the members of each have the same numbers for it.
constexpr const char* kCollectives = R"(
rank 0
  0..4  MPI_Barrier  barrier
  4..5  MPI_Bcast    bcast
  6..8  MPI_Barrier  barrier
rank 1
  1..4  MPI_Barrier  barrier
  4..6  MPI_Bcast    bcast
  7..8  MPI_Barrier  barrier
)";

TEST(StoredCollectives, NameTheirInstance) {
  for (const int ranks : {1, 2}) {
    const std::vector<CollectivePart> first = rows<CollectivePart>(kCollectives, ranks, 0);
    const std::vector<CollectivePart> second = rows<CollectivePart>(kCollectives, ranks, 1);
    ASSERT_EQ(first.size(), 3);
    ASSERT_EQ(second.size(), 3);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(first[i].group, second[i].group);
      EXPECT_EQ(first[i].instance, i);
      EXPECT_EQ(second[i].instance, i);
    }
    EXPECT_EQ(first[0].begin, at(0));
    EXPECT_EQ(second[0].begin, at(1));
    EXPECT_EQ(second[2].begin, at(7));
    EXPECT_LE(second[2].end, at(8));
  }
}

/// 3 partitions of 2 bytes are sent, 2 of 3 bytes received: 0 needs 0 and half of 1, and 1 needs the other
/// half and 2. Partition 1 is seen to have arrived at 2; 0 is not looked at, so that only the whole is known.
constexpr const char* kPartitions = R"(
rank 0
  0..0      MPI_Psend_init  psend_init to=1 request=1 partitions=3 bytes=6
  0..0      MPI_Start       psend_request request=1
  0..0.5    work
  0.5..0.5  MPI_Pready      pready request=1 partition=1
  0.5..1    work
  1..1      MPI_Pready      pready request=1 partition=2
  1..3      work
  3..3      MPI_Pready      pready request=1 partition=0
  3..3      MPI_Wait        psend_complete request=1
rank 1
  0..0      MPI_Precv_init  precv_init from=0 request=5 partitions=2 bytes=6
  0..0      MPI_Start       precv_request request=5
  0..2      MPI_Parrived    parrived request=5 partition=1
  2..4      MPI_Wait        precv_complete request=5
)";

TEST(StoredPartitions, AreEachDependentPairInTheOrderOfReadiness) {
  using Event = PartitionTransfer::Event;
  const LocationId sender(0);
  const LocationId receiver(1);
  const Event complete{receiver, at(4)};
  const Event arrived{receiver, at(2)};
  const std::vector<PartitionTransfer> expected = {{{sender, at(0.5)}, {}, complete, 0, 1, 0, 1},
                                                   {{sender, at(0.5)}, arrived, complete, 0, 1, 1, 1},
                                                   {{sender, at(1)}, arrived, complete, 0, 2, 1, 2},
                                                   {{sender, at(3)}, {}, complete, 0, 0, 0, 2}};
  for (const int ranks : {1, 2}) {
    EXPECT_EQ(rows<PartitionTransfer>(kPartitions, ranks, 1), expected);
    EXPECT_TRUE(rows<PartitionTransfer>(kPartitions, ranks, 0).empty());
    const std::vector<Message> messages = rows<Message>(kPartitions, ranks, 1);
    ASSERT_EQ(messages.size(), 1);
    EXPECT_EQ(messages[0].bytes, 6);
    EXPECT_EQ(messages[0].received, at(4));
  }
}

}  // namespace
}  // namespace latecomer::analyze
