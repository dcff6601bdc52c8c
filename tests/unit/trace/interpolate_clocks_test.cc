// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "trace/interpolate_clocks.h"

#include <gtest/gtest.h>

#include <random>

#include "trace/text_trace.h"

namespace latecomer::trace {
namespace {

/// A location's clock by (time, offset).
ClockInterpolation clock_of(const std::vector<std::pair<int64_t, int64_t>>& offsets) {
  std::vector<ClockOffset> records;
  for (const auto& [time, offset] : offsets) records.push_back({Ticks(time), offset, 0});
  return ClockInterpolation(records);
}

int64_t at(const ClockInterpolation& clock, int64_t time) {
  return clock(Ticks(time)).count;
}

TEST(ClockInterpolation, WithoutOffsetsChangesNothing) {
  const ClockInterpolation clock = clock_of({});
  EXPECT_TRUE(clock.does_nothing());
  for (const int64_t time : {INT64_MIN, int64_t{0}, INT64_MAX}) EXPECT_EQ(at(clock, time), time);
}

TEST(ClockInterpolation, OneOffsetHoldsEverywhere) {
  const ClockInterpolation clock = clock_of({{100, -7}});
  EXPECT_FALSE(clock.does_nothing());
  EXPECT_EQ(at(clock, -50), -57);
  EXPECT_EQ(at(clock, 100), 93);
  EXPECT_EQ(at(clock, 1000), 993);
}

TEST(ClockInterpolation, OffsetsOfZeroDoNothing) {
  EXPECT_TRUE(clock_of({{100, 0}}).does_nothing());
  EXPECT_TRUE(clock_of({{100, 0}, {200, 0}}).does_nothing());
  EXPECT_FALSE(clock_of({{100, 0}, {200, 1}}).does_nothing());
}

TEST(ClockInterpolation, IsLinearBetweenTwoOffsetsAndBeyondThem) {
  // The reference clock runs 1.1 times as fast: 10 more at 100, 20 more at 200.
  const ClockInterpolation clock = clock_of({{100, 10}, {200, 20}});
  EXPECT_EQ(at(clock, 100), 110);
  EXPECT_EQ(at(clock, 150), 165);
  EXPECT_EQ(at(clock, 200), 220);
  EXPECT_EQ(at(clock, 0), 0);
  EXPECT_EQ(at(clock, 300), 330);
  EXPECT_EQ(at(clock, -100), -110);
  EXPECT_EQ(at(clock, 105), 115);   // 115.5, rounded down
  EXPECT_EQ(at(clock, -95), -105);  // -104.5, rounded down
}

TEST(ClockInterpolation, UsesTheTwoNearestOfFiveOffsets) {
  const ClockInterpolation clock = clock_of({{0, 0}, {10, 10}, {20, 10}, {30, 0}, {40, 40}});
  EXPECT_EQ(at(clock, -10), -20);  // as between the first two: twice as fast
  EXPECT_EQ(at(clock, 5), 10);
  EXPECT_EQ(at(clock, 10), 20);
  EXPECT_EQ(at(clock, 15), 25);
  // From 20 to 30 the reference clock would have stood still, so the offset at 30 is left out.
  EXPECT_EQ(at(clock, 20), 30);
  EXPECT_EQ(at(clock, 30), 55);  // half the way to 40 + 40
  EXPECT_EQ(at(clock, 50), 105);
}

TEST(ClockInterpolation, FollowsAClockThatIsTooFast) {
  const ClockInterpolation clock = clock_of({{0, 0}, {1000, -500}, {2000, -600}});
  EXPECT_EQ(at(clock, 100), 50);
  EXPECT_EQ(at(clock, 101), 50);  // 50.5: two times can become one, none comes before another
  EXPECT_EQ(at(clock, 1500), 950);
  EXPECT_EQ(at(clock, 3000), 2300);
}

TEST(ClockInterpolation, TakesTheFirstOfOffsetsAtTheSameTime) {
  const ClockInterpolation clock = clock_of({{100, 10}, {100, 50}, {200, 10}});
  for (const int64_t time : {0, 100, 150, 300}) EXPECT_EQ(at(clock, time), time + 10);
}

TEST(ClockInterpolation, LeavesOutWhatWouldTurnTimeAround) {
  // At 20 the reference clock would read -80, after 0 at 0.
  const ClockInterpolation clock = clock_of({{0, 0}, {20, -100}, {100, 0}});
  EXPECT_TRUE(clock.does_nothing());
}

TEST(ClockInterpolation, StaysWithinItsRange) {
  constexpr int64_t kHuge = INT64_MAX;
  const ClockInterpolation one = clock_of({{0, kHuge}});
  EXPECT_EQ(at(one, 1), kHuge);
  EXPECT_EQ(at(one, kHuge), kHuge);
  EXPECT_EQ(at(one, -1), kHuge - 1);
  EXPECT_EQ(at(one, INT64_MIN), -1);
  const ClockInterpolation steep = clock_of({{0, 0}, {1, kHuge - 1}});  // kHuge times as fast
  EXPECT_EQ(at(steep, 1), kHuge);
  EXPECT_EQ(at(steep, 2), kHuge);
  EXPECT_EQ(at(steep, kHuge), kHuge);
  EXPECT_EQ(at(steep, -2), INT64_MIN);
  EXPECT_EQ(at(steep, INT64_MIN), INT64_MIN);
  const ClockInterpolation wide = clock_of({{INT64_MIN, 0}, {kHuge, 0}});
  for (const int64_t time : {INT64_MIN, int64_t{-5}, int64_t{0}, kHuge}) EXPECT_EQ(at(wide, time), time);
  const ClockInterpolation widest = clock_of({{-1, INT64_MIN}, {0, INT64_MAX}});
  EXPECT_EQ(at(widest, -1), INT64_MIN);
  EXPECT_EQ(at(widest, 0), kHuge);
  EXPECT_EQ(at(widest, kHuge), kHuge);
}

/// The time of a real clock, in nanoseconds since 1970, with an offset that a double could not hold exactly.
TEST(ClockInterpolation, IsExactForLargeTimes) {
  constexpr int64_t kNow = 1'790'000'000'000'000'001;
  const ClockInterpolation clock = clock_of({{kNow, 1}, {kNow + 2'000'000'000, 3}});
  EXPECT_EQ(at(clock, kNow), kNow + 1);
  EXPECT_EQ(at(clock, kNow + 999'999'999), kNow + 1'000'000'000);
  EXPECT_EQ(at(clock, kNow + 1'000'000'000), kNow + 1'000'000'002);
}

TEST(ClockInterpolation, KeepsTheOrderOfTimes) {
  constexpr int kClocks = 300;
  constexpr int kTimes = 300;
  std::mt19937_64 random(1);
  for (int i = 0; i < kClocks; ++i) {
    const int bits = static_cast<int>(1 + random() % 62);  // from a few ticks to everything there is
    const auto any = [&] { return static_cast<int64_t>(random()) >> (63 - bits); };
    std::vector<std::pair<int64_t, int64_t>> offsets(random() % 6);
    for (auto& [time, offset] : offsets) time = any(), offset = any();
    std::sort(offsets.begin(), offsets.end());
    const ClockInterpolation clock = clock_of(offsets);
    std::vector<int64_t> times(kTimes);
    for (int64_t& time : times) time = any();
    std::sort(times.begin(), times.end());
    for (size_t j = 1; j < times.size(); ++j) ASSERT_LE(at(clock, times[j - 1]), at(clock, times[j])) << i;
  }
}

class Collect : public EventSink {
 public:
  void on_event(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

TEST(InterpolatedTrace, MovesTheEventsOfLocationsWithOffsets) {
  const Result<std::unique_ptr<Trace>> recorded = parse_text_trace(
      "rank 0\n"
      "  1..2 f\n"
      "rank 1\n"
      "  clock 0 0.000010\n"
      "  clock 10 0.000020\n"
      "  2    enter f\n"
      "  4    buffer_flush ticks=2000000\n"
      "  6    leave f\n",
      "test");
  ASSERT_TRUE(recorded) << recorded.error().message;
  const InterpolatedTrace trace(**recorded);
  EXPECT_EQ((*recorded)->definitions().clock_offsets[1].size(), 2u);
  EXPECT_TRUE(trace.definitions().clock_offsets[1].empty());
  Collect first;
  trace.read(LocationId(size_t{0}), first);
  EXPECT_EQ(first.events[0].time, Ticks(1'000'000));
  Collect second;
  trace.read(LocationId(1), second);
  ASSERT_EQ(second.events.size(), 3u);
  EXPECT_EQ(second.events[0].time, Ticks(2'000'012));
  EXPECT_EQ(second.events[1].time, Ticks(4'000'014));
  EXPECT_EQ(second.events[1].bytes_sent, 2'000'002u);  // to 6'000'016, where the next event is
  EXPECT_EQ(second.events[2].time, Ticks(6'000'016));
}

}  // namespace
}  // namespace latecomer::trace
