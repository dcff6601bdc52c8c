// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Counts messages, and their bytes.
struct MessageSum {
  uint64_t count = 0;
  uint64_t bytes = 0;
};

/// Says which processes sent messages to which, and how large these were.
struct MessageStatistics {
  size_t ranks_per_group = 1;  ///< Counts neighbouring processes that are counted together.
  size_t groups = 0;
  std::vector<MessageSum> matrix;  ///< Has sums by sender's group, and receiver's group in each.
  std::vector<MessageSum> sizes;   ///< Has sums by the number of bits of bytes: 0, 1, 2 to 3, …
  uint64_t left_out = 0;  ///< Counts messages that are too many to be read; then nothing else is counted.
};

/// Is the most messages that are read.
inline constexpr uint64_t kMostMessages = 20'000'000;
inline constexpr size_t kMostGroups = 256;

/// Counts messages that were received in a time, of the locations; an error says that the store is damaged.
Result<MessageStatistics> message_statistics(const Run& run, const Locations& locations,
                                             const store::Interval& when, uint64_t most = kMostMessages,
                                             size_t most_groups = kMostGroups);

}  // namespace latecomer::timeline
