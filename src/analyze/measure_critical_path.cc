// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "analyze/measure.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

/// The processing time of every call path, over all locations of all ranks.
std::vector<int64_t> processing_times(const LocalTrace& trace, const WaitStates& waits, Comm& comm) {
  std::vector<int64_t> times(trace.call_tree.nodes().size());
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    const CondensedLocation& location = trace.locations[l];
    for (size_t p = 0; p < location.paths.size(); ++p)
      times[location.paths[p].index()] += location.path_time[p].count;
    for (const WaitState& wait : waits[l]) times[location.calls[wait.call].path.index()] -= wait.amount.count;
  }
  comm.sum(times);
  return times;
}

}  // namespace

void measure_critical_path(const LocalTrace& trace, const WaitStates& waits,
                           const std::vector<ProcessingProfile>& profiles,
                           const std::vector<CriticalSegment>& path, Comm& comm,
                           std::vector<Severities>& severities) {
  const size_t paths = trace.call_tree.nodes().size();
  std::vector<std::vector<PathTime>> on_path(trace.locations.size());
  std::vector<int64_t> total(paths);
  PathTimes times(paths);
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    for (const CriticalSegment& segment : path) {
      if (segment.location == trace.locations[l].id) profiles[l].add(segment.begin, segment.end, times);
    }
    on_path[l] = times.take();
    for (const PathTime& each : on_path[l]) total[each.path.index()] += each.time.count;
  }
  comm.sum(total);
  const std::vector<int64_t> processing = processing_times(trace, waits, comm);
  const double locations = static_cast<double>(trace.definitions.locations.size());
  for (size_t l = 0; l < on_path.size(); ++l) {
    for (const PathTime& each : on_path[l]) {
      severities[l].add(Builtin::critical_path, each.path, each.time.count);
      // What the path has of it beyond an even share lies where the path runs.
      const double whole = static_cast<double>(total[each.path.index()]);
      const double mean = static_cast<double>(processing[each.path.index()]) / locations;
      const double part = static_cast<double>(each.time.count) / whole;
      severities[l].shares.add(Builtin::critical_path_imbalance, each.path,
                               std::max(whole - mean, 0.0) * part);
    }
  }
}

}  // namespace latecomer::analyze
