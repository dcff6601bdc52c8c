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
#include "analyze/replay/times_between.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Returns times of points as they were recorded, whose clocks were corrected before they were replayed.
PointTimes replayed_after_correction(const PointTimes& corrected, PointTimes replayed) {
  if (corrected.points.empty()) return replayed;
  std::map<std::pair<ClockPoint::Kind, uint32_t>, Ticks> times;
  for (size_t i = 0; i < replayed.points.size(); ++i)
    times[{replayed.points[i].kind, replayed.points[i].index}] = replayed.corrected[i];
  PointTimes both{corrected.points, {}, std::move(replayed.factors)};
  for (const ClockPoint& point : both.points) {
    const auto known = times.find({point.kind, point.index});
    const Ticks before = both.corrected.empty() ? Ticks::min() : both.corrected.back();
    both.corrected.push_back(known == times.end() ? before : std::max(before, known->second));
  }
  return both;
}

/// Returns the times of points in the trace, of which these are what they became when it was replayed.
std::vector<Ticks> times_before(const PointTimes& corrected, const PointTimes& replayed) {
  if (!corrected.points.empty()) return corrected.corrected;
  std::vector<Ticks> times;
  times.reserve(replayed.points.size());
  for (const ClockPoint& point : replayed.points) times.push_back(point.time);
  return times;
}

}  // namespace

Replay replay_of(const SynchronizedTrace& trace, Comm& comm, const Transport& transport) {
  AnomalyReport known;  // what does not match is counted when windows are matched again
  const HandOvers windows = match_windows(trace.condensed, trace.members, comm, known);
  return {Dependences(trace.condensed, trace.members, trace.matches), windows, transport, comm};
}

KeptOrder replay_trace(SynchronizedTrace& trace, const std::vector<Change>& changes, Comm& comm,
                       Timings& timings) {
  const Timer timer(timings, comm, "replay", count_operations(trace.condensed).calls);
  const OwnTimeChanges own_times =
      own_time_changes(trace.condensed, list_locations(trace.condensed), trace.run.begin, changes, comm);
  const Transport transport = changed_transport(trace.condensed, changes);
  const std::vector<PointTimes> times =
      replay_of(trace, comm, transport).times(trace.condensed, own_times, comm);
  change_samples(own_times, trace.condensed);
  std::vector<PointTimes> recorded(times.size());  // new times, by those of the recording
  parallel_for(times.size(), [&](size_t l) {
    const PointTimes& corrected = trace.clocks.times[l];
    recorded[l] = replayed_after_correction(corrected, times[l]);
    recorded[l].between =
        times_between(trace.condensed.locations[l], recorded[l], times_before(corrected, times[l]));
  });
  const auto order = [&] {
    return OrderOfArrival(Dependences(trace.condensed, trace.members, trace.matches));
  };
  const OrderOfArrival before = order();
  move_trace(trace.condensed, trace.members, trace.matches, times, comm);
  trace.clocks.times = std::move(recorded);
  trace.run = run_extent(trace.condensed, comm);
  return before.kept(order(), comm);
}

bool is_replayed_as_it_is(const SynchronizedTrace& trace, Comm& comm) {
  const std::vector<PointTimes> replayed = replay_of(trace, comm).times(trace.condensed, {}, comm);
  return std::ranges::all_of(replayed, [](const PointTimes& times) {
    return std::ranges::equal(times.points, times.corrected, {}, &ClockPoint::time);
  });
}

}  // namespace latecomer::analyze
