// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/open_messages.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace latecomer::analyze {
namespace {

std::map<uint64_t, uint32_t> all_of(const OpenMessages& messages) {
  std::map<uint64_t, uint32_t> all;
  messages.for_each([&](uint64_t request, uint32_t message) {
    EXPECT_TRUE(all.emplace(request, message).second) << request;
  });
  return all;
}

TEST(OpenMessages, ARequestInUseAgainTellsWhatItStoodFor) {
  OpenMessages messages;
  EXPECT_EQ(messages.add(7, 1), OpenMessages::kNone);
  EXPECT_EQ(messages.add(7, 2), 1u);
  EXPECT_EQ(messages.take(7), 2u);
  EXPECT_EQ(messages.take(7), OpenMessages::kNone);
}

// Requests far from each other and near, most of which are used again.
TEST(OpenMessages, SameAsAMap) {
  std::mt19937 random(1);
  for (const uint64_t stride : {1u, 64u, 4096u}) {
    OpenMessages messages;
    std::map<uint64_t, uint32_t> expected;
    for (uint32_t message = 0; message < 20000; ++message) {
      const uint64_t request = stride * (random() % 150);
      const auto known = expected.find(request);
      const uint32_t before = known == expected.end() ? OpenMessages::kNone : known->second;
      if (random() % 2 == 0) {
        ASSERT_EQ(messages.add(request, message), before);
        expected[request] = message;
      } else {
        ASSERT_EQ(messages.take(request), before);
        expected.erase(request);
      }
    }
    EXPECT_EQ(all_of(messages), expected);
  }
}

}  // namespace
}  // namespace latecomer::analyze
