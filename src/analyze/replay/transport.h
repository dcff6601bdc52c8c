// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>

namespace latecomer::analyze {

/// Says how messages travel, where that is not as it was recorded.
struct Transport {
  /// Is how long something takes between processes: the latency and, of its bytes, so many in a tick.
  struct Speed {
    double latency = 0;  ///< in ticks
    double bytes_per_tick = 0;
  };
  std::optional<Speed> speed;
  std::optional<uint64_t> largest_eager;  ///< Is up to how many bytes messages leave without their receivers.
  bool are_partitions_early = false;      ///< Says that each partition leaves when it is ready.
};

}  // namespace latecomer::analyze
