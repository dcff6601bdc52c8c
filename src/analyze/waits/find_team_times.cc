// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What teams of threads cost beside the work in them.
//
//     leader:  main | fork ...... team_begin | ... | team_end ...... join | main
//                      fork time                       join time
//     worker:  ~~~~ idle ~~~~~~~~ team_begin | ... | team_end ~~~~ idle ~~~~ team_begin
//
// Forks, joins and the begins and ends of teams are boundaries of segments, so that these hold what passed in
// between on the path of the fork; idle periods are calls.
//
// Cost: O(entries of segments during forks and joins + (forks + idle periods) · call paths with such times),
// which are few.

#include "analyze/waits/find_team_times.h"

#include <algorithm>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

/// Returns the exclusive time of a path between two boundaries.
Ticks time_on(const Segments& segments, CallPathId path, Ticks from, Ticks to) {
  Ticks sum;
  for (size_t i = segments.boundaries().count_before(from); i < segments.size() && segments.end(i) <= to;
       ++i) {
    segments.for_each(i, [&](CallPathId each, Ticks time) {
      if (each == path) sum += time;
    });
  }
  return sum;
}

void add(std::vector<TeamTime>& times, CallPathId path, Ticks TeamTime::*kind, Ticks time) {
  if (time == Ticks()) return;
  auto found =
      std::find_if(times.begin(), times.end(), [&](const TeamTime& each) { return each.path == path; });
  if (found == times.end()) found = times.insert(times.end(), {path, Ticks(), Ticks(), Ticks()});
  (*found).*kind += time;
}

void find_times_of(LocalLocation& location) {
  ThreadWork& threads = location.threads;
  for (const TeamFork& fork : threads.forks) {
    if (fork.fork_path.valid())
      add(threads.times, fork.fork_path, &TeamTime::fork,
          time_on(location.segments, fork.fork_path, fork.time, fork.begin));
    if (fork.join_path.valid())
      add(threads.times, fork.join_path, &TeamTime::join,
          time_on(location.segments, fork.join_path, fork.end, fork.join));
  }
  for (const IdlePeriod& idle : threads.idle) {
    const Call& call = location.call(idle.call);
    add(threads.times, call.path, &TeamTime::idle, call.leave - call.enter);
  }
}

}  // namespace

void find_team_times(CondensedTrace& trace) {
  parallel_for(trace.locations.size(), [&](size_t l) { find_times_of(trace.locations[l]); });
}

}  // namespace latecomer::analyze
