// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "store/timeline_tables.h"
#include "timeline/run.h"

namespace latecomer::timeline {

/// Reads the wait states of locations in a window; of each location in the order of their begins. Short ones
/// that lie close together are one row. An error says that the findings store is damaged.
Result<std::vector<std::vector<store::WaitSummary>>> read_waits(const Run& run, const Window& window);

/// Returns how many rows the waits of a window have at most.
uint64_t most_wait_rows(const Run& run, const Window& window);

/// Reads one wait state of a location, by its position among them. An error says that there is none.
Result<store::WaitSummary> read_wait(const Run& run, report::LocationId location, uint32_t wait);

/// Reads the wait states of a location that ended after `after` and not after `until`.
Result<std::vector<store::WaitSummary>> waits_that_ended(const Run& run, report::LocationId location,
                                                         Ticks after, Ticks until);

}  // namespace latecomer::timeline
