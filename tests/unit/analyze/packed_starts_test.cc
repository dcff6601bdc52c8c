// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/packed_starts.h"

#include <gtest/gtest.h>

#include <random>

namespace latecomer::analyze {
namespace {

using trace::LocationId;

CondensedLocation location_from(int64_t first_time) {
  CondensedLocation location;
  location.first_time = Ticks(first_time);
  return location;
}

WaitState wait(int64_t end, size_t cause) {
  return {.metric = {}, .amount = Ticks(1), .end = Ticks(end), .cause = LocationId(cause)};
}

//     time     3         10        20   25        35
//              first     0|        1|2| (both)
TEST(PackedStarts, TheLastOneNotAfterATime) {
  const Bytes packed = pack_starts(location_from(3), {wait(10, 7), wait(20, 8), wait(20, 90'000)});
  PackedStarts starts(packed);
  for (const int64_t time : {35, 20, 20}) {
    EXPECT_EQ(starts.last_before(Ticks(time)).time, Ticks(20));
    EXPECT_EQ(starts.last_before(Ticks(time)).waits, 3u);
    EXPECT_EQ(starts.last_before(Ticks(time)).cause, LocationId(90'000));
  }
  EXPECT_EQ(starts.last_before(Ticks(19)).time, Ticks(10));
  EXPECT_EQ(starts.last_before(Ticks(10)).waits, 1u);
  EXPECT_EQ(starts.last_before(Ticks(10)).cause, LocationId(7));
  for (const int64_t time : {9, 3, 1}) {
    EXPECT_EQ(starts.last_before(Ticks(time)).time, Ticks(3));
    EXPECT_EQ(starts.last_before(Ticks(time)).waits, 0u);
    EXPECT_FALSE(starts.last_before(Ticks(time)).cause.valid());
  }
}

TEST(PackedStarts, WithoutWaitsThereIsTheLocation) {
  const Bytes packed = pack_starts(location_from(-4), {});
  PackedStarts starts(packed);
  EXPECT_EQ(starts.last_before(Ticks(100)).time, Ticks(-4));
  EXPECT_EQ(starts.last_before(Ticks(-100)).waits, 0u);
}

TEST(PackedStarts, FindWhatASearchFinds) {
  std::mt19937 random(1);
  std::vector<WaitState> waits;
  int64_t end = 0;
  for (size_t i = 0; i < 1000; ++i)
    waits.push_back(wait(end += random() % 3 == 0 ? 0 : random() % 500, random()));
  const Bytes packed = pack_starts(location_from(0), waits);
  PackedStarts starts(packed);
  for (int64_t time = end + 10; time > 0; time -= random() % 400) {
    const size_t expected = first_ending_after(waits, Ticks(time));
    const Start& start = starts.last_before(Ticks(time));
    ASSERT_EQ(start.waits, expected);
    if (expected == 0) continue;
    EXPECT_EQ(start.time, waits[expected - 1].end);
    EXPECT_EQ(start.cause, waits[expected - 1].cause);
  }
}

}  // namespace
}  // namespace latecomer::analyze
