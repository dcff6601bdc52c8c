// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What teams of threads cost beside the work in them.
//
//     leader:  main | fork ...... team_begin | ... | team_end ...... join | main
//                      fork time                       join time
//     worker:                     team_begin | ... | team_end ~~~~ idle ~~~~ team_begin
//
// Forks, joins and the begins and ends of teams are boundaries of segments, so that these hold what passed in
// between on the path of the fork; idle periods are calls. What was idle before a worker's first event is not
// its own time and does not count.
//
// Cost: O(entries of segments during forks and joins + (forks + idle periods) · call paths with such times),
// which are few.

#include "analyze/condense/find_team_times.h"

#include <algorithm>

namespace latecomer::analyze {

namespace {

/// Exclusive time of a path between two boundaries.
Ticks time_on(const Segments& segments, CallPathId path, Ticks from, Ticks to) {
  const auto begin = std::lower_bound(segments.boundary.begin(), segments.boundary.end(), from);
  Ticks time;
  for (size_t i = static_cast<size_t>(begin - segments.boundary.begin());
       i + 1 < segments.boundary.size() && segments.boundary[i + 1] <= to; ++i) {
    for (uint32_t e = segments.first_entry[i]; e < segments.first_entry[i + 1]; ++e) {
      if (segments.entries[e].path == path) time += segments.entries[e].time;
    }
  }
  return time;
}

void add(std::vector<TeamTime>& times, CallPathId path, Ticks TeamTime::*kind, Ticks time) {
  if (time == Ticks()) return;
  auto found =
      std::find_if(times.begin(), times.end(), [&](const TeamTime& each) { return each.path == path; });
  if (found == times.end()) found = times.insert(times.end(), {path, Ticks(), Ticks(), Ticks()});
  (*found).*kind += time;
}

}  // namespace

void find_team_times(CondensedLocation& location) {
  ThreadWork& threads = location.threads;
  threads.times.clear();
  for (const TeamFork& fork : threads.forks) {
    if (fork.fork_path.valid())
      add(threads.times, fork.fork_path, &TeamTime::fork,
          time_on(location.segments, fork.fork_path, fork.time, fork.begin));
    if (fork.join_path.valid())
      add(threads.times, fork.join_path, &TeamTime::join,
          time_on(location.segments, fork.join_path, fork.end, fork.join));
  }
  for (const IdlePeriod& idle : threads.idle) {
    const Call& call = location.calls[idle.call];
    if (call.enter >= location.first_time)
      add(threads.times, call.path, &TeamTime::idle, call.leave - call.enter);
  }
}

}  // namespace latecomer::analyze
