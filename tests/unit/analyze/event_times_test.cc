// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/event_times.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

namespace latecomer::analyze {
namespace {

void expect_equal(const std::vector<EventTime>& event_times, const std::vector<EventTime>& expected) {
  const auto fields = [](const EventTime& event) {
    return std::tuple(event.time, event.operation, event.kind);
  };
  ASSERT_EQ(event_times.size(), expected.size());
  for (size_t i = 0; i < event_times.size(); ++i) EXPECT_EQ(fields(event_times[i]), fields(expected[i])) << i;
}

TEST(EventTimes, SendsHaveTimes) {
  EventTimes event_times;
  event_times.add({Ticks(3), 0, EventTimeKind::send});
  event_times.add({Ticks(5), 0, EventTimeKind::receive});
  event_times.add({Ticks(7), 1, EventTimeKind::send});
  EXPECT_EQ(event_times.sent(0), Ticks(3));
  EXPECT_EQ(event_times.sent(1), Ticks(7));
  EXPECT_EQ(event_times.sent(2), Ticks::min());
}

// Operations near the last of their kind and far from it, forwards and back.
TEST(EventTimes, SameAsAList) {
  std::mt19937 random(1);
  for (const uint32_t spread : {1u, 4u, 14u, 16u, 18u, 1000u}) {
    EventTimes event_times;
    std::vector<EventTime> expected;
    uint32_t sends = 0;
    for (uint32_t i = 0; i < 3000; ++i) {
      const EventTimeKind kind = static_cast<EventTimeKind>(random() % 10);
      const uint32_t operation = kind == EventTimeKind::send ? sends++ : i / 10 + random() % spread;
      expected.push_back({Ticks(int64_t{i} * 7 + static_cast<int64_t>(random() % 5)), operation, kind});
      event_times.add(expected.back());
    }
    expect_equal(event_times.all(), expected);

    std::vector<Ticks> times;
    for (EventTime& each : expected)
      times.push_back(each.time += Ticks(static_cast<int64_t>(random() % 100)));
    event_times.renew(times);
    expect_equal(event_times.all(), expected);
    std::vector<EventTime> receives;
    event_times.for_each(EventTimeKind::receive, [&](uint32_t operation, Ticks time) {
      receives.push_back({time, operation, EventTimeKind::receive});
    });
    std::erase_if(expected, [](const EventTime& event) { return event.kind != EventTimeKind::receive; });
    expect_equal(receives, expected);

    event_times.clear();
    EXPECT_TRUE(event_times.empty());
    event_times.add({Ticks(1), 0, EventTimeKind::send});
    expect_equal(event_times.all(), {{Ticks(1), 0, EventTimeKind::send}});
  }
}

}  // namespace
}  // namespace latecomer::analyze
