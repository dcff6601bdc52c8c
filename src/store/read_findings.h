// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "store/findings_store.h"
#include "store/tables.h"
#include "store/timeline_tables.h"

namespace latecomer::store {

/// Is a stretch with its location.
struct CriticalStretch : Stretch {
  report::LocationId location;
};

/// Begins with the earliest stretch. Each begins where the one before ends, or with an edge elsewhere.
using CriticalPath = std::vector<CriticalStretch>;

/// Reads the critical path. An error says that the report has no findings store, or that it is damaged.
Result<CriticalPath> read_critical_path(const report::Report& report);

/// Reads what `cause` had to do with a wait state that ended at `end`, the one of that number among those of
/// `waiter`; nothing where it has no cause. An error says that the store is damaged.
Result<std::optional<Delay>> read_delay(const FindingsStore& store, report::LocationId cause, Ticks end,
                                        report::LocationId waiter, uint32_t number);

/// Reads where the costs of the most costly delaying call paths surface: by delay, the most costly first; of
/// each the largest first. An error says that the report has no findings store, or that it is damaged.
Result<std::vector<Consequence>> read_consequences(const report::Report& report);

/// Reads what a location did in some interval of recorded time, in as much detail as there is, and what lies
/// next to that in the file. An error says that the store is damaged.
Result<std::vector<Activity>> read_finest_activities(const FindingsStore& store, report::LocationId location,
                                                     const Interval& when);

}  // namespace latecomer::store
