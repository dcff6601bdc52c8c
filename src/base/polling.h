// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ticks.h"

namespace latecomer {

/// Returns the longest time, in ticks, that a thread may compute between two tests of one polling run: `gap`
/// or, where it slept for so long between them, a tenth of that, since a thread that wakes up is slow at
/// first.
constexpr Ticks longest_polling_gap(Ticks gap, Ticks slept) {
  constexpr int64_t kParts = 10;
  return std::max(gap, Ticks(slept.count / kParts));
}

}  // namespace latecomer
