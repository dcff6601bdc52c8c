// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include "cli/json.h"
#include "report/report.h"

namespace latecomer::cli {

/// What the summary says, as JSON: root causes and where their costs surface, the most severe wait states,
/// the critical path, the efficiencies, the clocks; null for what the report does not have. Locations, call
/// paths, ranks, nodes and metrics are positions in the report's tables; times are in seconds since the first
/// event of the run.
/// - efficiencies: {parallel, load_balance, communication, serialization, transfer: parts of 1, run_seconds,
///   mean_computation, largest_computation, computation_on_critical_path, ideal_seconds}
/// - root_causes: [{call_path, seconds, long_term, share: of all waiting, per_rank: [seconds]}]
/// - consequences: [{delay_call_path, metric, call_path, seconds, ranks}]
/// - instances: [{metric, location, call_path, begin, end, amount,
///   cause: {location, call_path, metric: of its own wait or null, seconds}}]
/// - critical_path: [{location, call_path, begin, end, edge: null or {from, metric, call_path}}]
/// - clocks: as report/clocks.h describes its file
Json findings_json(const report::Report& report);

}  // namespace latecomer::cli
