// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/replayed_trace.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/clocks/move_trace.h"
#include "analyze/match/match_windows.h"
#include "analyze/model/operation_counts.h"
#include "analyze/replay/changes.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Returns times of points as they were recorded, whose clocks were corrected before they were replayed.
PointTimes replayed_after_correction(const PointTimes& corrected, PointTimes replayed) {
  if (corrected.points.empty()) return replayed;
  std::map<std::pair<ClockPoint::Kind, uint32_t>, Ticks> times;
  for (size_t i = 0; i < replayed.points.size(); ++i)
    times[{replayed.points[i].kind, replayed.points[i].index}] = replayed.corrected[i];
  PointTimes both{corrected.points, {}};
  for (const ClockPoint& point : both.points) {
    const auto known = times.find({point.kind, point.index});
    const Ticks before = both.corrected.empty() ? Ticks::min() : both.corrected.back();
    both.corrected.push_back(known == times.end() ? before : std::max(before, known->second));
  }
  return both;
}

}  // namespace

Replay replay_of(const SynchronizedTrace& trace, Comm& comm) {
  AnomalyReport known;  // what does not match is counted when windows are matched again
  const HandOvers windows = match_windows(trace.condensed, trace.members, comm, known);
  return {Dependences(trace.condensed, trace.members, trace.matches), windows, comm};
}

void replay_trace(SynchronizedTrace& trace, const std::vector<Change>& changes, Comm& comm,
                  Timings& timings) {
  const Timer timer(timings, comm, "replay", count_operations(trace.condensed).calls);
  const OwnTimeChanges own_times =
      own_time_changes(trace.condensed, list_locations(trace.condensed), trace.run.begin, changes, comm);
  std::vector<PointTimes> times = replay_of(trace, comm).times(trace.condensed, own_times, comm);
  change_samples(own_times, trace.condensed);
  move_trace(trace.condensed, trace.members, trace.matches, times, comm);
  parallel_for(times.size(), [&](size_t l) {
    trace.clocks.times[l] = replayed_after_correction(trace.clocks.times[l], std::move(times[l]));
  });
  trace.run = run_extent(trace.condensed, comm);
}

bool is_replayed_as_it_is(const SynchronizedTrace& trace, Comm& comm) {
  const std::vector<PointTimes> replayed = replay_of(trace, comm).times(trace.condensed, {}, comm);
  return std::ranges::all_of(replayed, [](const PointTimes& times) {
    return std::ranges::equal(times.points, times.corrected, {}, &ClockPoint::time);
  });
}

}  // namespace latecomer::analyze
