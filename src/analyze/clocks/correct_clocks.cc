// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Clocks are checked by all dependences. If the options ask for it, or if something is violated, points are
// shifted in windows of time around the violations; then everything in the trace gets its new time, the
// matches look up those of the counterparts, and all is checked again. Cost: that of the passes.

#include "analyze/clocks/correct_clocks.h"

#include <algorithm>
#include <array>

#include "analyze/clocks/clock_conditions.h"
#include "analyze/clocks/clock_pairs.h"
#include "analyze/clocks/estimate_latency.h"
#include "analyze/clocks/find_shifts.h"
#include "analyze/clocks/move_trace.h"
#include "analyze/model/run_extent.h"

namespace latecomer::analyze {

namespace {

double seconds(Ticks length, const CondensedTrace& trace) {
  return length.seconds(trace.definitions.ticks_per_second);
}

/// Returns the points that were shifted, and the location's others as they were; empty if nothing was
/// shifted.
PointTimes point_times(const CondensedLocation& location, const std::vector<ClockPoint>& points,
                       const std::vector<Shift>& shifts) {
  PointTimes times;
  const bool moves =
      std::any_of(shifts.begin(), shifts.end(), [](const Shift& shift) { return shift.amount != Ticks(); });
  if (!moves) return times;
  times.points = clock_points(location);
  times.corrected.reserve(times.points.size());
  for (const ClockPoint& point : times.points) times.corrected.push_back(point.time);
  size_t next = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (points[i].kind == ClockPoint::Kind::border) continue;
    while (!(times.points[next] == points[i])) ++next;
    times.corrected[next++] += shifts[i].amount;
  }
  return times;
}

/// Counts conditions of all ranks together.
struct Conditions {
  report::ConditionCounts checked;
  int64_t violated;
};

Conditions sum(const ClockCheck& check, Comm& comm) {
  std::array<int64_t, report::kClockConditions + 1> numbers;
  std::ranges::copy(check.checked, numbers.begin());
  numbers.back() = check.violated();
  comm.sum(numbers);
  Conditions conditions{{}, numbers.back()};
  std::copy_n(numbers.begin(), conditions.checked.size(), conditions.checked.begin());
  return conditions;
}

bool has_to_run(const ClockOptions& options, const Conditions& conditions) {
  return options.mode == ClockMode::logical ||
         (options.mode == ClockMode::automatic && conditions.violated > 0);
}

}  // namespace

CorrectedClocks correct_clocks(CondensedTrace& trace, const CommMembers& members, Matches& matches,
                               const ClockOptions& options, Comm& comm) {
  CorrectedClocks result;
  const Dependences dependences(trace, members, matches);
  result.before = check_clocks(dependences);
  result.times.resize(trace.locations.size());
  report::ClockReport& report = result.report;
  report.mode = kClockModeNames[static_cast<size_t>(options.mode)];
  const Conditions conditions = sum(result.before, comm);
  report.checked = conditions.checked;
  report.corrected = has_to_run(options, conditions);
  const RunExtent run = run_extent(trace, comm);
  report.length_before = seconds(run.end - run.begin, trace);
  report.length_after = report.length_before;
  if (conditions.violated == 0 && !report.corrected) return result;

  ClockPairs pairs;
  pairs.add_found(result.before);
  if (report.corrected) {
    const Latency latency = options.latency ? *options.latency : estimate_latency(dependences, comm);
    report.control_factor = options.control_factor;
    report.latency_within = latency.within;
    report.latency_between = latency.between;
    const auto [points, shifts] = find_shifts(trace, {dependences, latency}, std::move(result.before.spans),
                                              options, run.end - run.begin, comm);
    int64_t largest_shift[] = {0};
    for (size_t l = 0; l < shifts.size(); ++l) {
      pairs.add_moves(shifts[l], node_of(trace.definitions, trace.locations[l].id));
      result.times[l] = point_times(trace.locations[l], points[l], shifts[l]);
      for (const Shift& shift : shifts[l]) largest_shift[0] = std::max(largest_shift[0], shift.amount.count);
    }
    move_trace(trace, members, matches, result.times, comm);
    comm.max(largest_shift);
    report.largest_shift = seconds(Ticks(largest_shift[0]), trace);
    const RunExtent corrected = run_extent(trace, comm);
    report.length_after = seconds(corrected.end - corrected.begin, trace);
  }
  // Whether nothing is left is not taken for granted.
  pairs.add_left(report.corrected ? check_clocks(Dependences(trace, members, matches)) : result.before);
  report.pairs = pairs.combine(trace.definitions.ticks_per_second, comm);
  return result;
}

}  // namespace latecomer::analyze
