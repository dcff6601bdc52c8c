// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/remote_streams.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

namespace latecomer::analyze {
namespace {

using trace::LocationId;

auto fields(const MatchedSend& send) {
  return std::tuple(send.owner, send.operation, send.ready_on, send.ready, send.sent);
}
auto fields(const MatchedReceive& receive) {
  return std::tuple(receive.owner, receive.operation, receive.enter);
}

/// Of threads that take turns, at times that can be any.
std::vector<MatchedSend> some_sends(std::mt19937_64& random) {
  std::vector<MatchedSend> sends;
  for (uint32_t i = 0; i < 100; ++i) {
    const LocationId owner(static_cast<uint32_t>(random() % 2));
    const LocationId ready_on = random() % 8 == 0 ? LocationId(7) : owner;
    const Ticks ready(static_cast<int64_t>(random() >> (random() % 64)));
    const Ticks sent = random() % 8 == 0 ? Ticks::min() : Ticks(static_cast<int64_t>(random() >> 1U));
    sends.push_back({owner, static_cast<uint32_t>(random() >> (32 + random() % 32)), ready_on, ready, sent});
  }
  sends.push_back({LocationId(0), UINT32_MAX, LocationId(0), Ticks::max(), Ticks(INT64_MIN + 1)});
  return sends;
}

// Two ranks tell of streams, one of them of none; some of the posts are received.
TEST(RemoteStreams, SendsAndReceivesComeOutAsTheyWentIn) {
  std::mt19937_64 random(1);
  std::vector<std::vector<MatchedSend>> sends;
  std::vector<Stream> streams;
  std::vector<SendPacker> packers(20);
  for (uint32_t s = 0; s < packers.size(); ++s) {
    sends.push_back(some_sends(random));
    if (s == 3) sends.back().clear();
    for (const MatchedSend& send : sends.back()) packers[s].put(send);
    streams.push_back({{1, 2, 3, s, 0}, static_cast<uint32_t>(sends.back().size())});
  }
  RemoteStreams remote({{}, pack_streams(streams, packers)});
  EXPECT_TRUE(remote.of(0).empty());
  ASSERT_EQ(remote.of(1).size(), streams.size());

  std::vector<std::vector<MatchedReceive>> receives(streams.size());
  for (size_t s = 0; s < streams.size(); ++s) {
    RemoteStream& each = remote.of(1)[s];
    EXPECT_EQ(each.stream.key, streams[s].key);
    ASSERT_EQ(each.stream.announcements, sends[s].size());
    for (const MatchedSend& send : sends[s]) EXPECT_EQ(fields(each.sends.take()), fields(send));
    for (size_t i = 0; i < sends[s].size() / (s + 1); ++i) {
      const MatchedSend& any = sends[s][i];
      receives[s].push_back({any.ready_on, any.operation, any.sent});
      each.receives.put(receives[s].back());
    }
  }
  const std::vector<Bytes> replies = remote.replies();
  EXPECT_TRUE(replies[0].empty());
  std::vector<ReceiveUnpacker> unpackers = unpack_replies(replies[1]);
  ASSERT_EQ(unpackers.size(), streams.size());
  for (size_t s = 0; s < streams.size(); ++s) {
    for (const MatchedReceive& receive : receives[s]) EXPECT_EQ(fields(unpackers[s].take()), fields(receive));
    EXPECT_TRUE(unpackers[s].at_end());
  }
}

TEST(RemoteStreams, SendsThatFollowEachOtherTakeFewBytes) {
  SendPacker packer;
  for (uint32_t i = 0; i < 1000; ++i)
    packer.put(
        {LocationId(5), 4 * i, LocationId(5), Ticks(1'000'000 + 1'000 * i), Ticks(1'000'010 + 1'000 * i)});
  EXPECT_LT(packer.numbers().bytes().size(), 4u * 1000 + 20);
}

}  // namespace
}  // namespace latecomer::analyze
