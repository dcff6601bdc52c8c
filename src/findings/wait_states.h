// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/function_groups.h"
#include "query/space.h"
#include "report/report.h"

namespace latecomer::findings {

/// Holds the waiting time of one kind at one call path.
struct WaitState {
  report::MetricId metric;
  report::CallPathId path;
  std::string name;  ///< Is as "Late Sender: Messages in Wrong Order".
  double seconds = 0;
  std::vector<double> per_rank;      ///< Has the seconds of each location group.
  bool is_expected = false;          ///< Says that nobody loses by the waiting (remedies.h).
  bool is_of_several_kinds = false;  ///< Says that the metric is only that of most of the waiting.
  CommonCode common;                 ///< Is what several call paths have in common, of which `path` has most.
};

/// Returns the name of a kind of wait states, behind those of the kinds that contain it: "Late Sender:
/// Messages in Wrong Order".
std::string wait_name(const report::Report& report, report::MetricId metric);

/// Returns the name of what waits put together are: "Late Sender and other kinds".
std::string name_with_others(const WaitState& wait);

/// Returns the wait states of a report, largest first, and behind them those that are expected. What belongs
/// to a more special kind is counted there only. But of messages in wrong order, that by which another order
/// would gain nothing is Late Sender.
std::vector<WaitState> wait_states(const query::Space& space);
/// Returns them put together by the functions that wait (function_groups.h), in the same order.
std::vector<WaitState> waits_by_function(const query::Space& space);

/// Returns the metrics of waiting time that are not a part of another one: they are all waiting time.
std::vector<report::MetricId> outermost_waits(const report::Report& report);

/// Returns all waiting time, in seconds.
double total_waiting(const query::Space& space);

/// Returns the ranks that have at least a tenth of what the worst one has, ascending.
std::vector<int64_t> ranks_with_most(const report::Report& report, const std::vector<double>& per_rank);

/// Returns what to do about a metric: the report's own text, or latecomer's where the report has none.
std::string remedy_of(const report::Report& report, report::MetricId metric);

}  // namespace latecomer::findings
