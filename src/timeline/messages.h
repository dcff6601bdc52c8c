// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Messages, and their bytes.
struct MessageSum {
  uint64_t count = 0;
  uint64_t bytes = 0;
};

/// Which processes sent messages to which, and how large these were.
struct MessageStatistics {
  size_t ranks_per_group = 1;  ///< processes one after another in the report that are counted together
  size_t groups = 0;
  std::vector<MessageSum> matrix;  ///< by sender's group, and receiver's group in each
  std::vector<MessageSum> sizes;   ///< by how many bits the number of bytes has: 0, 1, 2 to 3, 4 to 7, …
  uint64_t left_out = 0;           ///< so many are too many to be read; then nothing is counted
};

/// Reads no more than so many messages.
inline constexpr uint64_t kMostMessages = 20'000'000;
inline constexpr size_t kMostGroups = 256;

/// Of messages that were received in a time, and that one of the locations sent or received.
Result<MessageStatistics> message_statistics(const Run& run, const Locations& locations,
                                             const store::Interval& when, uint64_t most = kMostMessages,
                                             size_t most_groups = kMostGroups);

}  // namespace latecomer::timeline
