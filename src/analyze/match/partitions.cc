// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/partitions.h"

#include <algorithm>

namespace latecomer::analyze {

PartitionRange dependent_partitions(uint32_t i, uint32_t ours, uint32_t theirs) {
  const uint64_t begin = uint64_t{theirs} * i / ours;
  const uint64_t end = (uint64_t{theirs} * (uint64_t{i} + 1) + ours - 1) / ours;
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end - 1)};
}

uint64_t shared_bytes(uint64_t bytes, uint32_t i, uint32_t senders, uint32_t j, uint32_t receivers) {
  const auto boundary = [&](uint64_t part, uint32_t parts) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(bytes) * part / parts);
  };
  const uint64_t begin = std::max(boundary(i, senders), boundary(j, receivers));
  const uint64_t end = std::min(boundary(uint64_t{i} + 1, senders), boundary(uint64_t{j} + 1, receivers));
  return end > begin ? end - begin : 0;
}

}  // namespace latecomer::analyze
