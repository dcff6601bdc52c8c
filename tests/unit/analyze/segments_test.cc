// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/model/segments.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

namespace latecomer::analyze {
namespace {

constexpr uint32_t kFar = 32'764;  ///< as many paths as large programs have

/// What segments are held to: a list for each.
struct Lists {
  std::vector<std::map<uint32_t, int64_t>> times;
  std::vector<CallPathId> only;
  std::vector<Ticks> boundaries;
};

std::map<uint32_t, int64_t> times_in(const Segments& segments, size_t first, size_t last) {
  std::map<uint32_t, int64_t> times;
  segments.for_each_in(first, last, [&](CallPathId path, Ticks time) {
    EXPECT_NE(time, Ticks());
    times[path.value] += time.count;
  });
  return times;
}

void expect_same(const Segments& segments, const Lists& expected) {
  ASSERT_EQ(segments.size(), expected.times.size());
  EXPECT_EQ(segments.boundaries().all(), expected.boundaries);
  std::map<uint32_t, int64_t> of_three;
  for (size_t i = 0; i < segments.size(); ++i) {
    EXPECT_EQ(times_in(segments, i, i + 1), expected.times[i]) << i;
    EXPECT_EQ(segments.only_path(i), expected.only[i]) << i;
    if (i < 2) continue;
    of_three.clear();
    for (size_t k = i - 2; k <= i; ++k) {
      for (const auto& [path, time] : expected.times[k]) of_three[path] += time;
    }
    EXPECT_EQ(times_in(segments, i - 2, i + 1), of_three) << i;
  }
}

class SegmentsTest : public testing::Test {
 protected:
  SegmentsTest() {
    segments_.start(Ticks(5));
    expected_.boundaries.push_back(Ticks(5));
    for (int i = 0; i < 1000; ++i) add_some();
  }

  CallPathId some_path() {
    return CallPathId(static_cast<uint32_t>(random_() % 4 + (random_() % 4 == 0 ? kFar : 0)));
  }

  /// Short ones, and some that four bytes have no room for.
  Ticks some_time() {
    const auto time = static_cast<int64_t>(random_() % 3);
    return Ticks(random_() % 16 == 0 ? int64_t{UINT32_MAX} - 1 + time : time);
  }

  void add_some() {
    const Ticks begin = expected_.boundaries.back();
    expected_.times.emplace_back();
    if (random_() % 2 == 0) {  // on one path, maybe without length
      const Ticks length(static_cast<int64_t>(random_() % 4));
      expected_.only.push_back(some_path());
      if (length != Ticks()) expected_.times.back()[expected_.only.back().value] = length.count;
      expected_.boundaries.push_back(begin + length);
      return segments_.add(expected_.only.back(), begin + length);
    }
    std::vector<PathTime> times;
    for (uint32_t path = 0; path < random_() % 5; ++path)
      times.push_back({CallPathId(size_t{path} * (kFar / 2)), some_time()});
    Ticks end = begin;
    for (const PathTime& each : times) {
      end += each.time;
      if (each.time != Ticks()) expected_.times.back()[each.path.value] = each.time.count;
    }
    const auto& listed = expected_.times.back();
    expected_.only.push_back(listed.size() == 1 ? CallPathId(listed.begin()->first) : CallPathId());
    expected_.boundaries.push_back(end);
    segments_.add(times, end);
  }

  std::mt19937 random_{1};
  Segments segments_;
  Lists expected_;
};

TEST_F(SegmentsTest, SameAsLists) {
  expect_same(segments_, expected_);
}

TEST_F(SegmentsTest, Renumbered) {
  for (const uint32_t shift : {0u, 10u, kFar}) {
    std::vector<CallPathId> paths(size_t{3} * kFar);
    for (uint32_t p = 0; p < paths.size(); ++p)
      paths[p] = CallPathId(p < kFar ? p + shift : p - kFar + 100'000);
    Segments segments = segments_;
    segments.renumber(paths);
    Lists expected = expected_;
    for (CallPathId& only : expected.only) {
      if (only.valid()) only = paths[only.index()];
    }
    for (auto& times : expected.times) {
      std::map<uint32_t, int64_t> renumbered;
      for (const auto& [path, time] : times) renumbered[paths[path].value] = time;
      times = renumbered;
    }
    expect_same(segments, expected);
  }
}

TEST_F(SegmentsTest, RenumberedByHand) {
  Segments segments;
  segments.start(Ticks(0));
  segments.add(CallPathId(1), Ticks(3));
  segments.add(std::vector<PathTime>{{CallPathId(0), Ticks(1)}, {CallPathId(1), Ticks(2)}}, Ticks(6));
  segments.renumber(std::vector<CallPathId>{CallPathId(7), CallPathId(5)});
  EXPECT_EQ(segments.only_path(0), CallPathId(5));
  EXPECT_EQ(times_in(segments, 1, 2), (std::map<uint32_t, int64_t>{{7, 1}, {5, 2}}));
}

// Twice as long: so is every part, and what had no length still has none.
TEST_F(SegmentsTest, Stretched) {
  std::vector<Ticks> boundaries;
  for (const Ticks each : expected_.boundaries) boundaries.push_back(Ticks(2 * each.count));
  segments_.stretch(boundaries, [](size_t) { return CallPathId(); });
  for (auto& times : expected_.times) {
    for (auto& [path, time] : times) time *= 2;
  }
  expected_.boundaries = boundaries;
  expect_same(segments_, expected_);
}

// Each gets a tick more, which goes to its paths, or to the one that is named where it had no length.
TEST_F(SegmentsTest, WhatHadNoLengthBecomesWhatIsSaid) {
  std::vector<Ticks> boundaries;
  for (size_t i = 0; i < expected_.boundaries.size(); ++i)
    boundaries.push_back(expected_.boundaries[i] + Ticks(static_cast<int64_t>(i)));
  const Lists before = expected_;
  segments_.stretch(boundaries, [](size_t segment) { return CallPathId(segment % 2 == 0 ? 2 : kFar + 20); });
  for (size_t i = 0; i < segments_.size(); ++i) {
    const std::map<uint32_t, int64_t> times = times_in(segments_, i, i + 1);
    const auto sum = [](int64_t all, const auto& each) { return all + each.second; };
    EXPECT_EQ(std::accumulate(times.begin(), times.end(), int64_t{0}, sum),
              (boundaries[i + 1] - boundaries[i]).count);
    if (before.times[i].empty()) {
      EXPECT_EQ(segments_.only_path(i), CallPathId(i % 2 == 0 ? 2 : kFar + 20));
    } else {
      for (const auto& [path, time] : times) EXPECT_TRUE(before.times[i].contains(path));
    }
  }
}

}  // namespace
}  // namespace latecomer::analyze
