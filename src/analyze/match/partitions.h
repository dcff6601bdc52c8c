// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>

namespace latecomer::analyze {

/// Is the positions [first, last].
struct PartitionRange {
  uint32_t first;
  uint32_t last;
};

/// Returns the partitions of the other side, which divides the same data into `theirs` equal parts, that
/// share data with part `i` of `ours`: ⌊theirs·i/ours⌋ … ⌈theirs·(i+1)/ours⌉ − 1 [partitioned 2.1].
PartitionRange dependent_partitions(uint32_t i, uint32_t ours, uint32_t theirs);

/// Returns how many of `bytes` lie both in part `i` of `senders` and in part `j` of `receivers`.
uint64_t shared_bytes(uint64_t bytes, uint32_t i, uint32_t senders, uint32_t j, uint32_t receivers);

}  // namespace latecomer::analyze
