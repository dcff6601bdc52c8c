// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstdint>
#include <vector>

#include "analyze/model/calls.h"
#include "base/ticks.h"
#include "trace/definitions.h"

namespace latecomer::analyze {

inline constexpr uint32_t kNoFork = UINT32_MAX;

/// Is a team of threads that this thread forked. Its first thread is this one, which works in it, too.
struct TeamFork {
  trace::CommId team;
  Ticks time;  ///< Is the time of the fork.
  /// Is when this thread began to work in it, until `end`; `end` is the location's where it never did.
  Ticks begin;
  Ticks end;
  Ticks join;       ///< Is max if the team was never joined.
  CallPathId path;  ///< Is where it was forked, in this location's own tree; invalid: outside of any region.
  /// Is the path of the parallel region, below `path`; invalid: none was entered, or not at once.
  CallPathId region;
  /// Is the path on which time passed from the fork to `begin`; invalid: there was no fork event.
  CallPathId fork_path;
  /// Is the path on which time passed from `end` to the join; invalid: there was no join.
  CallPathId join_path;
  CallIndex calls_before_fork = 0;  ///< Counts the location's calls that had begun before the fork.
  CallIndex calls_before_join = 0;
};

/// Is this thread's part in the work of a team.
struct TeamPart {
  trace::LocationId leader;          ///< Is the thread that forked the team.
  uint32_t fork = 0;                 ///< Is a position in the leader's forks.
  uint32_t barriers = 0;             ///< Counts the team's barriers that it entered.
  CallIndex calls_before_begin = 0;  ///< Counts the location's calls that had begun before.
  CallIndex calls_before_end = 0;
};

struct TeamBarrier {
  CallIndex call = kNoCall;
  uint32_t part = 0;    ///< Is a position in the location's team parts.
  uint32_t number = 0;  ///< Counts the barriers of this team instance that the thread had entered before.
};

/// Is time of a worker outside of teams, made a call of its own on the path at which the next team was forked
/// (at the end: the last one). The thread was idle until the fork; the rest is what the fork took.
struct IdlePeriod {
  CallIndex call = kNoCall;
  trace::LocationId leader;  ///< Is the thread for whose fork the worker waited.
  /// Is a position in the leader's forks; kNoFork: it was idle for all of the call.
  uint32_t fork = kNoFork;
};

/// Is a lock, mutex or critical section while this thread held it; or something else that threads hand on to
/// each other in the same way: signals of a condition, posts of a semaphore, the last arrival at a barrier;
/// or a thread, as a lock of its own: who creates it gives it to itself, and it, at its end, to who waits for
/// that.
struct LockHold {
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  uint64_t lock = 0;
  uint32_t order = 0;        ///< Counts how often the lock had been acquired before, by anybody.
  CallIndex call = kNoCall;  ///< Is the call in which it was acquired; kNoCall: that is not within the trace.
  Ticks requested;           ///< Is when the call began to want the lock.
  Ticks acquired;
  Ticks released = Ticks::max();  ///< Is max if the release is not within the trace.
  bool is_thread = false;         ///< Says that `lock` is a thread's number.
  bool reacquired = false;        ///< Says that the call had given the lock back before.
};

/// These numbers are the `order` of a thread, by who has it.
inline constexpr uint32_t kCreated = 0;
inline constexpr uint32_t kBegun = 1;
inline constexpr uint32_t kAwaited = 2;

/// Is the time that the teams of a location took on one call path, in ticks. The path's time contains it, but
/// it is not the path's own (find_team_times).
struct TeamTime {
  CallPathId path;
  Ticks fork;
  Ticks join;
  Ticks idle;  ///< Is the time outside of teams, and until the next one began.
};

/// Holds what a location has to do with the other threads of its process; it is empty for most.
struct ThreadWork {
  std::vector<TeamFork> forks;  ///< Holds forks by time.
  std::vector<TeamPart> parts;
  std::vector<TeamBarrier> barriers;
  std::vector<IdlePeriod> idle;  ///< Holds idle periods by time, the first in call 0; only workers have them.
  bool is_idle_at_end = false;   ///< Says that the thread ended in the last idle period.
  std::vector<LockHold> locks;
  std::vector<TeamTime> times;  ///< Holds times by call path.
};

}  // namespace latecomer::analyze
