// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/message_matches.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

using trace::LocationId;

MatchedSend send(size_t owner, uint32_t operation, int64_t time, size_t ready_on) {
  return {LocationId(owner), operation, LocationId(ready_on), Ticks(time), Ticks(time + 1)};
}

// Sends of a process with one thread, 7, and of one with three, 20 to 22; one of these had its last partition
// made ready by another thread.
TEST(RemoteSends, KnowTheirOwnersWhereAProcessHasSeveral) {
  RemoteSends sends;
  EXPECT_EQ(sends.add(send(7, 1, 100, 7), true), 0u);
  EXPECT_EQ(sends.add(send(22, 2, 200, 22), false), 1u);
  EXPECT_EQ(sends.add(send(7, 3, 300, 7), true), 2u);
  EXPECT_EQ(sends.add(send(20, 4, 400, 21), false), 3u);
  EXPECT_EQ(sends.add(send(7, 5, 500, 7), true), 4u);

  const size_t first[] = {7, 20, 7, 20, 7};
  const size_t owners[] = {7, 22, 7, 20, 7};
  const size_t ready_on[] = {7, 22, 7, 21, 7};
  for (uint32_t i = 0; i < 5; ++i) {
    const MatchedSend each = sends.at(LocationId(first[i]), i);
    EXPECT_EQ(each.owner, LocationId(owners[i]));
    EXPECT_EQ(each.ready_on, LocationId(ready_on[i]));
    EXPECT_EQ(each.operation, i + 1);
    EXPECT_EQ(each.ready, Ticks(int64_t{100} * (i + 1)));
    EXPECT_EQ(sends.sent(LocationId(first[i]), i).owner, LocationId(owners[i]));
    EXPECT_EQ(sends.sent(LocationId(first[i]), i).time, Ticks(100 * (i + 1) + 1));
  }
}

TEST(RemoteReceives, KnowTheirOwnersWhereAProcessHasSeveral) {
  RemoteReceives receives;
  EXPECT_EQ(receives.add({LocationId(21), 3, Ticks(10)}, false), 0u);
  EXPECT_EQ(receives.add({LocationId(7), 4, Ticks(20)}, true), 1u);
  EXPECT_EQ(receives.at(LocationId(20), 0).owner, LocationId(21));
  EXPECT_EQ(receives.at(LocationId(7), 1).owner, LocationId(7));
  receives.set_time(1, Ticks(25));
  EXPECT_EQ(receives.at(LocationId(7), 1).enter, Ticks(25));
  EXPECT_EQ(receives.at(LocationId(7), 1).operation, 4u);
}

}  // namespace
}  // namespace latecomer::analyze
