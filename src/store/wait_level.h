// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <vector>

#include "base/ticks.h"
#include "store/tables.h"
#include "store/timeline_tables.h"

namespace latecomer::store {

/// Makes a row of each of a location's wait states, ordered by their begins. `first` numbers the first one.
std::vector<WaitSummary> each_apart(std::span<const Wait> waits, size_t first);

/// Summarizes wait states that are in the order of their begins. The result has as few rows as the resolution
/// needs, a power of two: what is shorter and begins within the same multiple of it is one row.
std::vector<WaitSummary> summarize(std::span<const WaitSummary> waits, Ticks resolution);

}  // namespace latecomer::store
