// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/partitions.h"

#include <gtest/gtest.h>

namespace latecomer::analyze {
namespace {

TEST(Partitions, ThreeSendersTwoReceivers) {
  // |   0   |   1   |   2   |  over  |     0     |     1     |
  EXPECT_EQ(dependent_partitions(0, 2, 3).first, 0u);
  EXPECT_EQ(dependent_partitions(0, 2, 3).last, 1u);
  EXPECT_EQ(dependent_partitions(1, 2, 3).first, 1u);
  EXPECT_EQ(dependent_partitions(1, 2, 3).last, 2u);
  // and the other way round
  EXPECT_EQ(dependent_partitions(0, 3, 2).last, 0u);
  EXPECT_EQ(dependent_partitions(1, 3, 2).first, 0u);
  EXPECT_EQ(dependent_partitions(1, 3, 2).last, 1u);
  EXPECT_EQ(dependent_partitions(2, 3, 2).first, 1u);
}

TEST(Partitions, SameNumberOnBothSidesPairs) {
  for (uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(dependent_partitions(i, 5, 5).first, i);
    EXPECT_EQ(dependent_partitions(i, 5, 5).last, i);
  }
}

TEST(Partitions, BytesOnEdges) {
  // Six bytes: senders have 2 each, receivers 3: 0-0 shares 2, 1-0 shares 1, 1-1 shares 1, 2-1 shares 2.
  EXPECT_EQ(shared_bytes(6, 0, 3, 0, 2), 2u);
  EXPECT_EQ(shared_bytes(6, 1, 3, 0, 2), 1u);
  EXPECT_EQ(shared_bytes(6, 1, 3, 1, 2), 1u);
  EXPECT_EQ(shared_bytes(6, 2, 3, 1, 2), 2u);
  EXPECT_EQ(shared_bytes(6, 0, 3, 1, 2), 0u);
}

/// For all numbers of partitions up to 12: dependence is symmetric and is sharing elements, and all bytes are
/// on some edge.
TEST(Partitions, DependenceIsSharingData) {
  for (uint32_t s = 1; s <= 12; ++s) {
    for (uint32_t r = 1; r <= 12; ++r) {
      const uint64_t elements = uint64_t{s} * r;  // the smallest buffer that both can divide
      uint64_t bytes = 0;
      for (uint32_t i = 0; i < s; ++i) {
        const PartitionRange to = dependent_partitions(i, s, r);
        for (uint32_t j = 0; j < r; ++j) {
          const PartitionRange from = dependent_partitions(j, r, s);
          const bool shares = i * r < (j + 1) * s && j * s < (i + 1) * r;
          EXPECT_EQ(j >= to.first && j <= to.last, shares);
          EXPECT_EQ(i >= from.first && i <= from.last, shares);
          EXPECT_EQ(shared_bytes(elements, i, s, j, r) > 0, shares);
          bytes += shared_bytes(elements, i, s, j, r);
        }
      }
      EXPECT_EQ(bytes, elements);
    }
  }
}

}  // namespace
}  // namespace latecomer::analyze
