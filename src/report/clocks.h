// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/metrics.h"
#include "report/report.h"

namespace latecomer::report {

/// Says what must not happen before what: each condition has a cause and an effect, on different locations.
enum class ClockCondition : uint8_t {
  message,        ///< Holds for a send -> the receive's completion.
  probe,          ///< Holds for a send -> the first probe that saw its message.
  partition,      ///< Holds for a ready partition -> what sees it, or completes with it.
  all_to_all,     ///< Holds for barriers and the like: last enter -> each end.
  one_to_all,     ///< Holds for the root's enter -> the others' ends.
  all_to_one,     ///< Holds for the others' last enter -> the root's end.
  prefix,         ///< Holds for scans: last enter of ranks 0..i -> the end on rank i.
  neighbourhood,  ///< Holds for the last enter of the neighbours whose data a member gets -> its end.
  fork,           ///< Holds for a fork -> first event of each thread of the team.
  join,           ///< Holds for the last event of each thread of the team -> join.
  team_barrier,   ///< Holds for the last enter of the team's threads -> each leave.
};
inline constexpr size_t kClockConditions = 11;

/// Returns the name of a condition as in files and in the metrics' names: "message", "probe", …
std::string_view name_of(ClockCondition condition);

/// Returns the metric that counts violations of a condition, at the call path and location of the effect.
Builtin metric_of(ClockCondition condition);

/// Counts things by kind of condition.
using ConditionCounts = std::array<int64_t, kClockConditions>;

/// Returns the sum over all kinds of conditions.
int64_t total(const ConditionCounts& counts);

/// Says what the clocks of two nodes contradicted, and what it took to correct that. What was moved or
/// changed counts for the pair whose violation made it necessary: the last one before, or if nothing was
/// moved before, the next one.
struct ClockPair {
  SystemNodeId cause;          ///< Is the node of the cause.
  SystemNodeId effect;         ///< Is the node of the effect: the same as the cause's within a node.
  ConditionCounts found{};     ///< Counts violations in the recorded (interpolated) times.
  ConditionCounts left{};      ///< Counts violations after the correction.
  double largest_error = 0;    ///< Is, in seconds, the longest time from a violation's effect to its cause.
  int64_t events_shifted = 0;  ///< Counts shifted events of communication, enters and leaves.
  int64_t intervals_changed = 0;  ///< Counts intervals between these whose lengths changed.
  double largest_change = 0;      ///< Is, in seconds, the largest absolute change of an interval's length.
  double mean_change = 0;         ///< Is, in seconds, the mean change of the intervals that changed.
};

/// Says what was done about the clocks of a run.
struct ClockReport {
  std::string mode;            ///< Is "auto", "interpolate", "logical" or "off", as asked for.
  int64_t offsets = 0;         ///< Counts clock offsets recorded in the trace.
  bool interpolated = false;   ///< Says that clock offsets were used.
  bool corrected = false;      ///< Says that the controlled logical clock ran.
  double control_factor = 0;   ///< Is γ, where the controlled logical clock ran.
  double latency_within = 0;   ///< Is, in seconds, a message's least time within a node.
  double latency_between = 0;  ///< Is, in seconds, the least time of a message between nodes.
  ConditionCounts checked{};   ///< Counts the conditions that were checked, by kind.
  double largest_shift = 0;    ///< Is, in seconds, the largest shift of any event.
  double length_before = 0;    ///< Is, in seconds, the time from the first event of the run to the last.
  double length_after = 0;
  std::vector<ClockPair> pairs;  ///< Has pairs with violations, by cause and effect.
  bool one_per_node = false;     ///< Says that locations of a node share a clock, which no condition checks.

  /// Counts violations in the recorded (interpolated) times, of all pairs.
  ConditionCounts found() const;
  /// Counts violations after the correction, of all pairs.
  ConditionCounts left() const;
};

/// Is the member of a report's archive that holds the ClockReport.
inline constexpr std::string_view kClocksFile = "clocks.json";

/// Writes JSON: {"mode", "offsets", "interpolated", "corrected", "control_factor", "latency_within",
/// "latency_between", "checked", "largest_shift", "length_before", "length_after", "pairs": [{"cause",
/// "effect", "found", "left", "largest_error", "events_shifted", "intervals_changed", "largest_change",
/// "mean_change"}], "one_per_node"}. Counts of conditions are objects with a number for each kind by name,
/// nodes positions in the report's system nodes.
std::string print_clocks(const ClockReport& clocks);

/// Reads what is stored beside the report about its clocks. An error says that it is damaged, which is when
/// numbers are missing, negative or contradict each other, or that there is none.
Result<ClockReport> read_clocks(const Report& report);

}  // namespace latecomer::report
