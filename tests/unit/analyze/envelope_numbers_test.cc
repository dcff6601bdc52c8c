// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/condense/envelope_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace latecomer::analyze {
namespace {

// From a few to many.
TEST(EnvelopeNumbers, EachEnvelopeIsInTheListOnce) {
  std::mt19937 generator(1);
  const auto random = [&](uint32_t end) { return static_cast<uint32_t>(generator() % end); };
  for (const uint32_t peers : {1U, 3U, 40U, 1000U}) {
    CondensingLocation location;
    EnvelopeNumbers numbers(location);
    std::vector<Envelope> expected;  // in the order in which they first came
    for (int message = 0; message < 10000; ++message) {
      const Envelope envelope{trace::CommId(random(2)), random(peers), random(3), uint64_t{8} * random(2)};
      const auto before = std::ranges::find(expected, envelope);
      ASSERT_EQ(numbers.number(envelope), before - expected.begin());
      if (before == expected.end()) expected.push_back(envelope);
    }
    EXPECT_EQ(location.envelopes, expected);
  }
}

TEST(EnvelopeNumbers, WithoutACommunicatorThereIsNone) {
  CondensingLocation location;
  EnvelopeNumbers numbers(location);
  EXPECT_EQ(numbers.number(Envelope{}), kNoEnvelope);
  EXPECT_TRUE(location.envelopes.empty());
}

}  // namespace
}  // namespace latecomer::analyze
