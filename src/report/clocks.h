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

/// What must not happen before what: each condition has a cause and an effect, on different locations.
enum class ClockCondition : uint8_t {
  message,     ///< send -> the receive's completion
  probe,       ///< send -> the first probe that saw its message
  partition,   ///< a partition made ready -> those seen to have arrived, and completions, that depend on it
  all_to_all,  ///< barriers and the like: last enter -> each end
  one_to_all,  ///< the root's enter -> the others' ends
  all_to_one,  ///< the others' last enter -> the root's end
  prefix,      ///< scans: last enter of ranks 0..i -> the end on rank i
  neighbourhood,  ///< last enter of the neighbours whose data a member gets -> its end
  fork,           ///< fork -> first event of each thread of the team
  join,           ///< last event of each thread of the team -> join
  team_barrier,   ///< last enter of the team's threads -> each leave
};
inline constexpr size_t kClockConditions = 11;

/// "message", "probe", …: as in files and in the metrics' names.
std::string_view name_of(ClockCondition condition);

/// The metric that counts its violations: one for each condition, at the call path and location of the
/// effect.
Builtin metric_of(ClockCondition condition);

/// Counts by kind of condition.
using ConditionCounts = std::array<int64_t, kClockConditions>;

/// The sum over all kinds.
int64_t total(const ConditionCounts& counts);

/// What the clocks of two nodes contradicted, and what it took to correct that. What was moved or changed
/// counts for the pair whose violation made it necessary: the last one before, or if nothing was moved
/// before, the next one.
struct ClockPair {
  SystemNodeId cause;             ///< node of the cause
  SystemNodeId effect;            ///< node of the effect: the same as the cause's within a node
  ConditionCounts found{};        ///< violations in the recorded (interpolated) times
  ConditionCounts left{};         ///< violations after the correction
  double largest_error = 0;       ///< in seconds: of those found, the longest from the effect to its cause
  int64_t events_shifted = 0;     ///< events of communication and the enters and leaves of their calls
  int64_t intervals_changed = 0;  ///< between two consecutive of these, on one location
  double largest_change = 0;      ///< in seconds: of those intervals' lengths, as an absolute value
  double mean_change = 0;         ///< the same, over those that changed
};

/// What was done about the clocks of a run.
struct ClockReport {
  std::string mode;            ///< "auto", "interpolate", "logical", "off": as asked for
  int64_t offsets = 0;         ///< clock offsets recorded in the trace
  bool interpolated = false;   ///< they were used
  bool corrected = false;      ///< the controlled logical clock ran
  double control_factor = 0;   ///< where it ran: its γ
  double latency_within = 0;   ///< in seconds: least time of a message within a node, as given or estimated
  double latency_between = 0;  ///< the same between nodes
  ConditionCounts checked{};   ///< conditions, by kind
  double largest_shift = 0;    ///< in seconds: of any event
  double length_before = 0;    ///< in seconds: from the first event of the run to the last
  double length_after = 0;
  std::vector<ClockPair> pairs;  ///< those with violations, by cause and effect
  bool one_per_node = false;     ///< locations of a node share a clock, which no condition checks

  /// Violations in the recorded (interpolated) times, of all pairs.
  ConditionCounts found() const;
  /// Violations after the correction, of all pairs.
  ConditionCounts left() const;
};

/// The member of a report's archive that holds it.
inline constexpr std::string_view kClocksFile = "clocks.json";

/// As JSON: {"mode", "offsets", "interpolated", "corrected", "control_factor",
/// "latency_within", "latency_between", "checked", "largest_shift", "length_before", "length_after", "pairs":
/// [{"cause", "effect", "found", "left", "largest_error", "events_shifted", "intervals_changed",
/// "largest_change", "mean_change"}], "one_per_node"}; counts of conditions are objects with a number for
/// each kind by name, nodes positions in the report's system nodes.
std::string print_clocks(const ClockReport& clocks);

/// What is stored beside the report. An error says that it is damaged, which is when numbers are missing,
/// negative or contradict each other, or that there is none.
Result<ClockReport> read_clocks(const Report& report);

}  // namespace latecomer::report
