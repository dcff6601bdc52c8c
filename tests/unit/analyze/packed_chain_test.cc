// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/packed_chain.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

using trace::LocationId;

WaitState wait(int64_t amount, int64_t end, size_t cause) {
  return {.metric = {}, .amount = Ticks(amount), .end = Ticks(end), .cause = LocationId(cause)};
}

Delay delay(int64_t amount, int64_t from, int64_t to, int64_t explained, uint32_t first_wait) {
  Delay each;
  each.metric = report::Builtin::mpi_lswo_same;
  each.amount = Ticks(amount);
  each.from = Ticks(from);
  each.to = Ticks(to);
  each.explained = Ticks(explained);
  each.first_wait = first_wait;
  return each;
}

// Wait states of the location (~), and the intervals in which it was late for others:
//
//     time      0    10        20        30        40
//     waits       ~~~~ 0    ~~~~~ 1        ~~~ 2
//     intervals                    (---------------] to 40, wait 2 in it
//                           (-----] from 18 to 25: wait 1, which had begun 1 earlier, at 17
//               (-] to 2, no wait in it
TEST(PackedChain, WaitsComeLastToFirstAndDelaysInTheirOrder) {
  const std::vector<WaitState> waits{wait(4, 8, 5), wait(5, 22, 70'000), wait(3, 38, 1)};
  Delays delays;
  delays.list = {delay(6, 25, 40, 4, 2), delay(1'000'000'000'000, 18, 25, 8, 1), delay(2, 0, 2, 0, 0)};
  const std::vector<uint32_t> delay_of{7, 300, 0};
  const Bytes packed = pack_chain(waits, delays, delay_of);
  PackedChain chain(packed);

  ASSERT_EQ(chain.waits(), 3u);
  ASSERT_EQ(chain.delays(), 3u);
  const ChainedDelay last = chain.take_delay();
  EXPECT_EQ(last.amount, 6);
  EXPECT_EQ(last.scale, 0.25);
  EXPECT_EQ(last.first_wait, 2u);
  EXPECT_EQ(last.end_wait, 3u);
  EXPECT_EQ(last.earlier, Ticks());
  EXPECT_EQ(last.kind, cost_kind(report::Builtin::mpi_latesender));

  for (size_t i = 3; i-- > 0;) {
    const ChainedWait each = chain.take_wait();
    EXPECT_EQ(chain.waits(), i);
    EXPECT_EQ(each.amount, waits[i].amount);
    EXPECT_EQ(each.cause, waits[i].cause);
    EXPECT_EQ(each.delay, delay_of[i]);
  }

  const ChainedDelay with_earlier = chain.take_delay();
  EXPECT_EQ(with_earlier.amount, 1e12);
  EXPECT_EQ(with_earlier.scale, 0.125);
  EXPECT_EQ(with_earlier.first_wait, 1u);
  EXPECT_EQ(with_earlier.end_wait, 2u);
  EXPECT_EQ(with_earlier.earlier, Ticks(1));

  const ChainedDelay unexplained = chain.take_delay();
  EXPECT_EQ(unexplained.scale, 0);
  EXPECT_EQ(unexplained.first_wait, 0u);
  EXPECT_EQ(unexplained.end_wait, 0u);
  EXPECT_EQ(chain.delays(), 0u);
}

/// As only clocks that disagree make it: it has no wait, and the next one is as if it were not there.
TEST(PackedChain, AnIntervalThatBeginsAfterItsEndHasNothingInIt) {
  const std::vector<WaitState> waits{wait(4, 8, 5), wait(5, 22, 6)};
  Delays delays;
  delays.list = {delay(6, 30, 20, 4, 2), delay(3, 2, 9, 2, 0)};
  const std::vector<uint32_t> delay_of{0, 1};
  const Bytes packed = pack_chain(waits, delays, delay_of);
  PackedChain chain(packed);
  const ChainedDelay reversed = chain.take_delay();
  EXPECT_EQ(reversed.first_wait, reversed.end_wait);
  EXPECT_EQ(reversed.earlier, Ticks());
  const ChainedDelay next = chain.take_delay();
  EXPECT_EQ(next.first_wait, 0u);
  EXPECT_EQ(next.end_wait, 1u);
}

TEST(PackedChain, OfALocationWithoutWaitsIsEmpty) {
  const Bytes packed = pack_chain({}, {}, {});
  const PackedChain chain(packed);
  EXPECT_EQ(chain.waits(), 0u);
  EXPECT_EQ(chain.delays(), 0u);
}

}  // namespace
}  // namespace latecomer::analyze
