// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What the controlled logical clock shifts, without looking at the whole run.
//
// The problem: mostly few conditions are violated, and shifts fade, so that hardly any point moves. To go
// through all of them takes longer than the rest of the analysis.
//
//     time      ---------------------------------------------------------------->
//     violated              ||                                  |   |
//     windows         [-----------]                       [---------------]
//     shifts               .:|..                               .:|...:|.
//
// The idea: only what is in windows around violations is taken. How far shifts reach is not known before,
// because each can add to others: windows are made for the largest violation by itself, and twice as large
// as long as a shift leaves them.
//
// Cost: O(operations) comparisons, and what the windows have in them.

#include "analyze/clocks/find_shifts.h"

#include <algorithm>

#include "analyze/clocks/clock_network.h"

namespace latecomer::analyze {

namespace {

/// Returns, for all ranks' locations, the windows in which violations can move anything with that reach.
TimeWindows windows_around(const std::vector<TimeSpan>& violated, Ticks reach, Comm& comm) {
  std::vector<TimeSpan> spans;
  for (const TimeSpan& each : violated)
    spans.push_back({each.begin - reach, std::min(each.end, Ticks::max() - reach) + reach});
  const std::vector<TimeSpan> mine = TimeWindows(std::move(spans)).all();
  std::vector<TimeSpan> all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<TimeSpan>(mine))) {
    const std::vector<TimeSpan> of_rank = from_bytes<TimeSpan>(bytes);
    all.insert(all.end(), of_rank.begin(), of_rank.end());
  }
  return TimeWindows(std::move(all));
}

/// Returns how far the shift of the largest violation reaches if nothing adds to it; the length of the run,
/// where that is less.
Ticks reach_of(const std::vector<TimeSpan>& violated, const ClockOptions& options, Ticks run, Comm& comm) {
  int64_t largest[] = {0};
  for (const TimeSpan& each : violated) largest[0] = std::max(largest[0], (each.end - each.begin).count);
  comm.max(largest);
  const double fading = std::min(1 - options.control_factor, options.stretch);
  const bool fades_in_time = static_cast<double>(largest[0]) < fading * static_cast<double>(run.count);
  return fades_in_time ? Ticks(static_cast<int64_t>(static_cast<double>(largest[0]) / fading)) : run;
}

}  // namespace

ShiftedPoints find_shifts(const CondensedTrace& trace, const ClockConditions& conditions,
                          std::vector<TimeSpan> violated, const ClockOptions& options, Ticks run,
                          Comm& comm) {
  for (Ticks reach;; reach = std::min(reach + reach, run)) {
    reach = std::max(reach, reach_of(violated, options, run, comm));
    const TimeWindows windows =
        reach < run ? windows_around(violated, reach, comm) : TimeWindows::whole_run();
    ClockConditions::Found found = conditions.find(windows);
    violated = std::move(found.violated);
    int64_t beyond[] = {std::ranges::count_if(violated, [&](const TimeSpan& each) {
      return !windows.contains(each.begin) || !windows.contains(each.end);
    })};
    comm.sum(beyond);
    if (beyond[0] > 0) continue;
    const auto nodes = ClockNetwork::Nodes::all_points;
    ClockNetwork network(trace, windows, std::move(found.conditions), nodes, comm);
    Shifts shifts = advance_late_effects(network, trace, options.control_factor, comm);
    smooth_jumps(network, options.stretch, comm, shifts);
    if (stay_within(network, shifts, conditions.latency(), comm))
      return {network.take_points(), std::move(shifts)};
  }
}

}  // namespace latecomer::analyze
