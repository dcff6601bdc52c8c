// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>

#include "base/ticks.h"

namespace latecomer::analyze {

/// Limits times from the first event of the trace on: added up over all locations they have to fit into 64
/// bits; and so does the difference of any two times.
inline constexpr int64_t kMostTicks = int64_t{1} << 62;

/// Returns how long each of so many locations can be there, in ticks.
inline Ticks longest_time(size_t locations) {
  return Ticks(kMostTicks / static_cast<int64_t>(locations + 1));
}

}  // namespace latecomer::analyze
