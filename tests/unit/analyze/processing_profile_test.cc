// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/processing_profile.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace latecomer::analyze {
namespace {

constexpr uint32_t kPaths = 3;
constexpr size_t kSegments = 10'000;  // more than two blocks

/// A location without waits, and what each of its segments has.
class ProfileTest : public testing::TestWithParam<int64_t> {
 protected:
  ProfileTest() : locations_(1), waits_(1) {
    LocalLocation& location = locations_[0];
    for (uint32_t path = 0; path < kPaths; ++path) location.paths.emplace_back(path);
    Ticks end(1000);
    location.segments.start(end);
    for (size_t i = 0; i < kSegments; ++i) {
      std::map<uint32_t, Ticks>& times = times_.emplace_back();
      std::vector<PathTime> list;
      for (uint32_t path = 0; path < kPaths; ++path) {
        if (random_() % 2 == 0) continue;
        const Ticks time(1 + static_cast<int64_t>(random_() % static_cast<uint64_t>(GetParam())));
        times[path] = time;
        list.push_back({CallPathId(path), time});
        end += time;
      }
      location.segments.add(list, end);
    }
  }

  /// Of segments [begin, end), the slow and obvious way.
  std::map<uint32_t, int64_t> expected(size_t begin, size_t end) const {
    std::map<uint32_t, int64_t> sums;
    for (size_t i = begin; i < end; ++i) {
      for (const auto& [path, time] : times_[i]) sums[path] += time.count;
    }
    return sums;
  }

  std::mt19937_64 random_{7};
  std::vector<LocalLocation> locations_;
  WaitStates waits_;
  std::vector<std::map<uint32_t, Ticks>> times_;
};

TEST_P(ProfileTest, AnIntervalHasWhatItsSegmentsHave) {
  const std::vector<ProcessingProfile> profiles = processing_profiles(locations_, waits_);
  const Segments& segments = locations_[0].segments;
  PathTimes times(kPaths);
  for (int i = 0; i < 2000; ++i) {
    const size_t begin = random_() % kSegments;
    const size_t longest = i % 2 == 0 ? 200 : kSegments;
    const size_t end = std::min(kSegments, begin + 1 + random_() % longest);
    profiles[0].add(segments.begin(begin), segments.end(end - 1), times);
    std::map<uint32_t, int64_t> found;
    times.drain([&](const PathTime& each) { found[each.path.value] = each.time.count; });
    ASSERT_EQ(found, expected(begin, end)) << "segments " << begin << " to " << end;
  }
}

// Ticks that a call path has in a segment: sums have room in four bytes, some have not, even single times
// have not.
INSTANTIATE_TEST_SUITE_P(Lengths, ProfileTest, testing::Values(10, int64_t{1} << 21U, int64_t{1} << 34U));

}  // namespace
}  // namespace latecomer::analyze
