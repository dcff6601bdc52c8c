// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensing_location.h"
#include "analyze/condense/thread_teams.h"

namespace latecomer::analyze {

/// Holds what condensing a location has to know of others: who leads whom, and the locations themselves, of
/// which those are complete that come in an earlier round.
struct OtherThreads {
  const ThreadTeams* teams = nullptr;  ///< Is null if there are no teams.
  std::span<const CondensingLocation> locations;
  size_t first_location = 0;
};

/// Takes a location's events of teams, their barriers, and locks, and finds the idle time of workers.
class ThreadCondenser {
 public:
  ThreadCondenser(const trace::Definitions& definitions, const OtherThreads& others, CondensingLocation& out,
                  CallStack& stack);

  /// Returns whether the location is in any team: only then it has to see enters and leaves.
  bool in_team() const { return in_team_; }
  void before_enter(Ticks time);
  /// Returns the path of the parallel region that this worker enters, as its leader has it; invalid: none.
  CallPathId path_in_leader(trace::RegionId region);
  void after_enter(trace::RegionId region, Ticks time);
  void after_leave(Ticks time);

  void fork(Ticks time);
  void join(Ticks time);
  void team_begin(const trace::Event& event, Ticks time);
  void team_end(const trace::Event& event, Ticks time);
  void acquire_lock(const trace::Event& event, Ticks time);
  void release_lock(const trace::Event& event, Ticks time);
  void thread_create(const trace::Event& event, Ticks time);
  void thread_begin(const trace::Event& event, Ticks time);
  void thread_end(const trace::Event& event, Ticks time);
  void thread_wait(const trace::Event& event, Ticks time);
  /// Is called before the stack's.
  void finish();

 private:
  struct OpenTeam {
    trace::CommId team;
    uint32_t part = 0;
    /// Is a position in the location's own forks, of a team that the location leads.
    uint32_t fork = kNoFork;
    bool is_new = true;    ///< Says that no region was entered since.
    bool is_whole = true;  ///< Says that recording was never off in the team so far.
  };
  /// Is the fork of a team that has not begun yet.
  struct PendingFork {
    Ticks time;
    CallPathId path;
    CallIndex calls_before = 0;
  };
  /// Is the join of a team that has ended.
  struct PendingJoin {
    uint32_t fork;  ///< Is a position in the location's own forks.
    CallPathId path;
  };

  bool works_for(trace::LocationId leader) const;
  /// Returns the leader whose team the location was in last; before the first, any for whom it works.
  trace::LocationId last_leader() const;
  bool is_barrier(trace::RegionId region) const;
  void begin_as_leader(trace::CommId team, Ticks time);
  void begin_as_worker(trace::CommId team, trace::LocationId leader, Ticks time);
  bool between_teams() const { return is_worker_ && open_teams_.empty() && stack_.empty(); }
  void begin_idle(Ticks time);
  /// Ends the time in which the thread was idle and waited for the fork; kNoFork: for none.
  void end_idle(Ticks time, trace::LocationId leader, uint32_t fork);
  void finish_idle(Ticks end);
  CallIndex calls_so_far() const { return static_cast<CallIndex>(out_.calls.size()); }
  /// Adds this thread's part in the team and opens it.
  void begin_part(OpenTeam open, trace::LocationId leader, uint32_t fork, Ticks time);
  /// Returns the fork of the instance of the team that this thread begins; kNoFork: unknown.
  uint32_t find_fork(trace::CommId team, trace::LocationId leader, Ticks time);
  /// Returns a leader; without forks if this location comes before it.
  const CondensingLocation& condensed(trace::LocationId leader) const;
  CallPathId adopt(const CondensingLocation& leader, CallPathId path);

  const trace::Definitions& definitions_;
  const OtherThreads others_;
  CondensingLocation& out_;
  CallStack& stack_;
  bool in_team_ = false;
  bool is_worker_ = false;
  std::vector<OpenTeam> open_teams_;
  std::optional<PendingFork> forking_;
  std::optional<PendingJoin> joining_;
  std::optional<Ticks> idle_since_;  ///< Is min if the thread is idle since before its first event.
  trace::LocationId last_leader_;
  /// Holds, by team, the position behind the fork of the instance that this worker began last.
  std::unordered_map<uint32_t, uint32_t> next_fork_;
  /// Holds, by leader, its paths in our tree.
  std::unordered_map<uint32_t, std::vector<CallPathId>> adopted_;
  std::unordered_map<uint64_t, uint32_t> held_;  ///< Holds, by lock, the position in the locks.
  uint32_t own_ = UINT32_MAX;                    ///< Is the position in the locks of the thread itself.
  Ticks last_release_ = Ticks::min();
  uint64_t last_released_ = 0;  ///< Is the lock of the last release.
};

}  // namespace latecomer::analyze
