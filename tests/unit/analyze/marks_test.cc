// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/marks.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

namespace latecomer::analyze {
namespace {

void expect_equal(const std::vector<Mark>& marks, const std::vector<Mark>& expected) {
  const auto fields = [](const Mark& mark) { return std::tuple(mark.time, mark.operation, mark.kind); };
  ASSERT_EQ(marks.size(), expected.size());
  for (size_t i = 0; i < marks.size(); ++i) EXPECT_EQ(fields(marks[i]), fields(expected[i])) << i;
}

TEST(Marks, SendsHaveTimes) {
  Marks marks;
  marks.add({Ticks(3), 0, MarkKind::send});
  marks.add({Ticks(5), 0, MarkKind::receive});
  marks.add({Ticks(7), 1, MarkKind::send});
  EXPECT_EQ(marks.sent(0), Ticks(3));
  EXPECT_EQ(marks.sent(1), Ticks(7));
  EXPECT_EQ(marks.sent(2), Ticks::min());
}

// Operations near the last of their kind and far from it, forwards and back.
TEST(Marks, SameAsAList) {
  std::mt19937 random(1);
  for (const uint32_t spread : {1u, 4u, 14u, 16u, 18u, 1000u}) {
    Marks marks;
    std::vector<Mark> expected;
    uint32_t sends = 0;
    for (uint32_t i = 0; i < 3000; ++i) {
      const MarkKind kind = static_cast<MarkKind>(random() % 10);
      const uint32_t operation = kind == MarkKind::send ? sends++ : i / 10 + random() % spread;
      expected.push_back({Ticks(int64_t{i} * 7 + static_cast<int64_t>(random() % 5)), operation, kind});
      marks.add(expected.back());
    }
    expect_equal(marks.all(), expected);

    std::vector<Ticks> times;
    for (Mark& each : expected) times.push_back(each.time += Ticks(static_cast<int64_t>(random() % 100)));
    marks.renew(times);
    expect_equal(marks.all(), expected);
    std::vector<Mark> receives;
    marks.for_each(MarkKind::receive, [&](uint32_t operation, Ticks time) {
      receives.push_back({time, operation, MarkKind::receive});
    });
    std::erase_if(expected, [](const Mark& mark) { return mark.kind != MarkKind::receive; });
    expect_equal(receives, expected);

    marks.clear();
    EXPECT_TRUE(marks.empty());
    marks.add({Ticks(1), 0, MarkKind::send});
    expect_equal(marks.all(), {{Ticks(1), 0, MarkKind::send}});
  }
}

}  // namespace
}  // namespace latecomer::analyze
