// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/calls.h"

#include <gtest/gtest.h>

#include <random>

namespace latecomer::analyze {
namespace {

void expect_same(const Calls& calls, const Segments& segments, const std::vector<Call>& expected) {
  ASSERT_EQ(calls.size(), expected.size());
  for (CallIndex i = 0; i < calls.size(); ++i) {
    const Call call = calls.at(i, segments);
    EXPECT_EQ(call.enter, expected[i].enter) << i;
    EXPECT_EQ(call.leave, expected[i].leave) << i;
    EXPECT_EQ(call.path, expected[i].path) << i;
    EXPECT_EQ(calls.path_of(i, segments), expected[i].path) << i;
  }
}

/// Calls that fill a segment, near the one before or far from it, and others that contain several.
TEST(Calls, AreWhatTheyWereWhereverTheyStand) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    const CallPathId outside(0U);
    Segments segments;
    segments.start(Ticks());
    Calls calls;
    std::vector<Call> expected;
    const auto pass = [&](CallPathId path, int64_t ticks) {
      segments.add(path, segments.boundaries().back() + Ticks(ticks));
    };
    const auto fill = [&] {
      const CallPathId path(static_cast<uint32_t>(1 + random() % 3));
      const Ticks enter = segments.boundaries().back();
      const CallIndex call = calls.add({enter, enter, path});
      EXPECT_TRUE(calls.is_last_apart(call));
      const Ticks leave = enter + Ticks(static_cast<int64_t>(1 + random() % 9));
      expected.push_back({enter, leave, path});
      calls.fill(call, segments.size());
      pass(path, (leave - enter).count);
    };
    for (int i = 0; i < 400; ++i) {
      if (random() % 100 == 0) {
        for (int k = 0; k < 300; ++k) pass(outside, 1);
      } else if (random() % 8 == 0) {  // one that others are in
        const Ticks enter = segments.boundaries().back();
        const CallIndex outer = calls.add({enter, enter, CallPathId(4U)});
        expected.push_back({enter, enter, CallPathId(4U)});
        for (size_t inner = random() % 3; inner > 0; --inner) fill();
        pass(CallPathId(4U), 2);
        expected[outer].leave = segments.boundaries().back();
        calls.end(outer, expected[outer].leave);
      } else {
        pass(outside, static_cast<int64_t>(random() % 3));
        fill();
      }
    }
    expect_same(calls, segments, expected);

    // All times grow, and one call no longer fills its segment.
    std::vector<Ticks> boundaries = segments.boundaries().all();
    for (Ticks& each : boundaries) each = Ticks(3 * each.count);
    segments.stretch(boundaries, [&](size_t) { return outside; });
    for (Call& each : expected) each = {Ticks(3 * each.enter.count), Ticks(3 * each.leave.count), each.path};
    expected.front().leave += Ticks(1);
    calls.renew(expected, segments);
    expect_same(calls, segments, expected);
  }
}

}  // namespace
}  // namespace latecomer::analyze
