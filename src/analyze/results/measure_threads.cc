// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Idle time, where its leader spent it.
//
//     leader:  team_end | main    | solve (team of others) | main | fork
//     worker:  team_end ~~~~~~~~~~~~~~~~~~ idle ~~~~~~~~~~~~~~~~~~| team_begin
//                         main 1.0  solve 2.0: limited       main 0.5
//
// The worker has no call path of its own then. So the time is counted on it, but under the call paths on
// which its leader was, in proportion to the leader's exclusive times, waiting included; and while the leader
// was idle itself, where that one's leader was; and while it was not there, as a POSIX thread, where the
// first thread of the process was. What of it the leader spent in a team without the worker is limited
// parallelism. Everything else about an idle wait state stands at the path of the fork that ended it.
//
// Cost: O(log n) per idle period and per team, or idle time of its own, that the leader had during one.

#include <algorithm>
#include <map>
#include <span>

#include "analyze/causes/processing_profile.h"
#include "analyze/results/measure.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;
using trace::LocationId;

/// Is (begin, end].
struct Interval {
  Ticks begin;
  Ticks end;
};

/// Returns when a location worked in teams that it had forked; disjoint, by time.
std::vector<Interval> times_in_teams(const std::vector<TeamFork>& forks) {
  std::vector<Interval> intervals;
  for (const TeamFork& fork : forks) {
    const bool nested = !intervals.empty() && fork.begin < intervals.back().end;
    if (!nested) intervals.push_back({fork.begin, fork.end});
  }
  return intervals;
}

const LargeVector<WaitState> kNoWaits;

/// Says what a leader did, waiting or not.
class LeaderTimes {
 public:
  LeaderTimes(const LocalLocation& leader, size_t paths)
      : everything_(leader, kNoWaits), in_teams_(times_in_teams(leader.threads.forks)), times_(paths) {}

  /// Returns its call paths in an interval. They sum up to the interval: what rounding loses goes to the
  /// largest, and to `otherwise` where there are none.
  std::vector<PathTime> in(Interval interval, CallPathId otherwise) {
    everything_.add(interval.begin, interval.end, times_);
    std::vector<PathTime> times = times_.take();
    if (times.empty()) times.push_back({otherwise, Ticks()});
    Ticks missing = interval.end - interval.begin;
    for (const PathTime& each : times) missing = missing - each.time;
    const auto largest = std::max_element(
        times.begin(), times.end(), [](const PathTime& a, const PathTime& b) { return a.time < b.time; });
    largest->time += missing;
    return times;
  }

  /// Returns the interval cut where teams of the leader begin and end; the second says whether it was in one.
  std::vector<std::pair<Interval, bool>> split(Interval interval) const {
    std::vector<std::pair<Interval, bool>> pieces;
    auto team = std::partition_point(in_teams_.begin(), in_teams_.end(),
                                     [&](const Interval& each) { return each.end <= interval.begin; });
    for (; team != in_teams_.end() && team->begin < interval.end; ++team) {
      const Ticks begin = std::max(team->begin, interval.begin);
      const Ticks end = std::min(team->end, interval.end);
      if (interval.begin < begin) pieces.push_back({{interval.begin, begin}, false});
      pieces.push_back({{begin, end}, true});
      interval.begin = end;
    }
    if (interval.begin < interval.end) pieces.push_back({interval, false});
    return pieces;
  }

 private:
  ProcessingProfile everything_;
  std::vector<Interval> in_teams_;
  PathTimes times_;
};

/// Takes from the times of call paths what was not the program's.
void measure_management(const LocalTrace& trace, const LocalLocation& location,
                        LocationSeverities severities) {
  const auto move = [&](CallPathId path, Builtin to, Ticks time) {
    severities.add(trace.class_of(path).time, path, -time.count);
    severities.add(to, path, time.count);
  };
  for (const TeamTime& each : location.threads.times) {
    move(each.path, Builtin::omp_fork, each.fork + each.idle);
    move(each.path, Builtin::omp_management, each.join);
  }
}

/// Says where a process's threads were while others were idle.
class ProcessTimes {
 public:
  ProcessTimes(const LocalTrace& trace, const WaitStates& waits, std::span<const LocalLocation> threads)
      : trace_(trace), waits_(waits), threads_(threads) {}

  /// Counts an idle wait where its leader was, instead of as the fork's.
  void measure(const Call& call, const WaitState& wait, LocationSeverities severities) {
    if (wait.amount == Ticks()) return;
    severities.add(Builtin::omp_fork, call.path, -wait.amount.count);
    count({wait.end - wait.amount, wait.end}, call.path, wait.cause, 0, severities);
  }

 private:
  /// Counts the interval as where the leader was, who can have been idle for its own leader, and so on. That
  /// has an end, except in traces that contradict themselves.
  void count(Interval interval, CallPathId otherwise, LocationId leader, size_t leaders_between,
             LocationSeverities severities) {
    if (trace_[leader].threads.idle.empty() || leaders_between == threads_.size())
      return count_present(interval, otherwise, leader, severities);
    const LargeVector<WaitState>& waits = waits_[trace_.local(leader)];
    for (size_t i = first_ending_after(waits, interval.begin); i < waits.size(); ++i) {
      const WaitState& wait = waits[i];
      const Ticks begin = std::max(wait.end - wait.amount, interval.begin);
      const Ticks end = std::min(wait.end, interval.end);
      if (begin >= interval.end) break;
      if (wait.metric != Builtin::omp_idle_threads || begin == end) continue;
      count_present({interval.begin, begin}, otherwise, leader, severities);
      count({begin, end}, otherwise, wait.cause, leaders_between + 1, severities);
      interval.begin = end;
    }
    count_present(interval, otherwise, leader, severities);
  }

  /// Counts the interval as where the leader was, as long as it was there.
  void count_present(Interval interval, CallPathId otherwise, LocationId leader,
                     LocationSeverities severities) {
    const LocalLocation& location = trace_[leader];
    const Ticks begin = std::clamp(location.first_time, interval.begin, interval.end);
    const Ticks end = std::clamp(location.last_time, begin, interval.end);
    count_busy({interval.begin, begin}, otherwise, threads_.front().id, severities);
    count_busy({begin, end}, otherwise, leader, severities);
    count_busy({end, interval.end}, otherwise, threads_.front().id, severities);
  }

  void count_busy(Interval interval, CallPathId otherwise, LocationId of, LocationSeverities severities) {
    LeaderTimes& leader = leaders_.try_emplace(of, trace_[of], trace_.call_tree.nodes().size()).first->second;
    for (const auto& [piece, in_team] : leader.split(interval)) {
      for (const PathTime& each : leader.in(piece, otherwise)) {
        severities.add(Builtin::omp_idle_threads, each.path, each.time.count);
        if (in_team) severities.add(Builtin::omp_limited_parallelism, each.path, each.time.count);
      }
    }
  }

  const LocalTrace& trace_;
  const WaitStates& waits_;
  const std::span<const LocalLocation> threads_;
  std::map<LocationId, LeaderTimes> leaders_;
};

}  // namespace

void measure_threads(const LocalTrace& trace, const WaitStates& waits, Severities& severities) {
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    const trace::LocationGroupId process(trace.own_processes.begin + p);
    const std::span<const LocalLocation> threads = trace.threads_of(process);
    ProcessTimes process_times(trace, waits, threads);
    for (const LocalLocation& location : threads) {
      const size_t local = trace.local(location.id);
      measure_management(trace, location, severities[local]);
      for (const WaitState& wait : waits[local]) {
        if (wait.metric == Builtin::omp_idle_threads)
          process_times.measure(location.call(wait.call), wait, severities[local]);
      }
    }
  });
}

}  // namespace latecomer::analyze
