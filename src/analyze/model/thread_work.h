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

/// A team of threads that this thread forked. Its first thread is this one, which works in it, too.
struct TeamFork {
  trace::CommId team;
  Ticks time;   ///< of the fork
  Ticks begin;  ///< from here to `end` this thread worked in it; `end` is the location's where it never did
  Ticks end;
  Ticks join;            ///< max: none
  CallPathId path;       ///< where it was forked, in this location's own tree; invalid: outside of any region
  CallPathId region;     ///< of the parallel region, below `path`; invalid: none was entered, or not at once
  CallPathId fork_path;  ///< on which time passed from the fork to `begin`; invalid: there was no fork event
  CallPathId join_path;  ///< on which time passed from `end` to the join; invalid: there was no join
  CallIndex calls_before_fork = 0;  ///< how many of the location's calls had begun
  CallIndex calls_before_join = 0;
};

/// This thread's part in the work of a team.
struct TeamPart {
  trace::LocationId leader;          ///< who forked the team
  uint32_t fork = 0;                 ///< position in the leader's forks
  uint32_t barriers = 0;             ///< how many of the team's barriers it entered
  CallIndex calls_before_begin = 0;  ///< how many of the location's calls had begun
  CallIndex calls_before_end = 0;
};

/// A barrier of a team.
struct TeamBarrier {
  CallIndex call = kNoCall;
  uint32_t part = 0;    ///< position in the location's team parts
  uint32_t number = 0;  ///< how many barriers of this team instance the thread had entered before
};

/// Time of a worker outside of teams, made a call of its own on the path at which the next team was forked
/// (at the end: the last one). The thread was idle until the fork; the rest is what the fork took.
struct IdlePeriod {
  CallIndex call = kNoCall;
  trace::LocationId leader;  ///< for whose fork it waited
  uint32_t fork = kNoFork;   ///< position in the leader's forks; kNoFork: idle for all of the call
};

/// A lock, mutex or critical section while this thread held it. Or something else that threads hand on to
/// each other in the same way: signals of a condition, posts of a semaphore, the last arrival at a barrier.
/// Also a thread, as a lock of its own: who creates it gives it to itself, and it, at its end, to who waits
/// for that.
struct LockHold {
  trace::Paradigm paradigm = trace::Paradigm::unknown;
  uint64_t lock = 0;
  uint32_t order = 0;        ///< how often the lock had been acquired before, by anybody
  CallIndex call = kNoCall;  ///< in which it was acquired; kNoCall: that is not within the trace
  Ticks requested;           ///< from here on the call wanted it
  Ticks acquired;
  Ticks released = Ticks::max();  ///< max: not within the trace
  bool is_thread = false;         ///< `lock` is a thread's number
  bool reacquired = false;        ///< the call had given it back before
};

/// The `order` of a thread, by who has it.
inline constexpr uint32_t kCreated = 0;
inline constexpr uint32_t kBegun = 1;
inline constexpr uint32_t kAwaited = 2;

/// Time that the teams of a location took on one call path. The path's time contains it, but it is not the
/// path's own (find_team_times).
struct TeamTime {
  CallPathId path;
  Ticks fork;
  Ticks join;
  Ticks idle;  ///< outside of teams, and until the next one began
};

/// What a location has to do with the other threads of its process; empty for most.
struct ThreadWork {
  std::vector<TeamFork> forks;  ///< by time
  std::vector<TeamPart> parts;
  std::vector<TeamBarrier> barriers;
  std::vector<IdlePeriod> idle;  ///< by time, the first in call 0; only of workers
  bool is_idle_at_end = false;   ///< in the last of them
  std::vector<LockHold> locks;
  std::vector<TeamTime> times;  ///< by call path
};

}  // namespace latecomer::analyze
