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

/// What condensing a location has to know of others: who leads whom, and the locations themselves, of which
/// those are complete that come in an earlier round.
struct OtherThreads {
  const ThreadTeams* teams = nullptr;  ///< null: there are none
  std::span<const CondensingLocation> locations;
  size_t first_location = 0;
};

/// Teams, their barriers, locks, and the idle time of workers.
class ThreadCondenser {
 public:
  ThreadCondenser(const trace::Definitions& definitions, const OtherThreads& others, CondensingLocation& out,
                  CallStack& stack);

  /// Whether the location is in any team: only then it has to see enters and leaves.
  bool in_team() const { return in_team_; }
  void before_enter(Ticks time);
  /// That of the parallel region that this worker enters, as its leader has it; invalid: `region` is none.
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
  /// To be called before the stack's.
  void finish();

 private:
  struct OpenTeam {
    trace::CommId team;
    uint32_t part = 0;
    uint32_t fork = kNoFork;  ///< in the location's own forks, of the team that it leads
    bool is_new = true;       ///< no region was entered since
    bool is_whole = true;     ///< so far: recording was never off in it
  };
  /// The fork of a team that has not begun yet.
  struct PendingFork {
    Ticks time;
    CallPathId path;
    CallIndex calls_before = 0;
  };
  /// The join of a team that has ended.
  struct PendingJoin {
    uint32_t fork;  ///< in the location's own forks
    CallPathId path;
  };

  bool works_for(trace::LocationId leader) const;
  /// The one whose team the location was in last; before the first, any for whom it works.
  trace::LocationId last_leader() const;
  bool is_barrier(trace::RegionId region) const;
  void begin_as_leader(trace::CommId team, Ticks time);
  void begin_as_worker(trace::CommId team, trace::LocationId leader, Ticks time);
  bool between_teams() const { return is_worker_ && open_teams_.empty() && stack_.empty(); }
  void begin_idle(Ticks time);
  /// The thread was idle and waited for the fork; kNoFork: for none.
  void end_idle(Ticks time, trace::LocationId leader, uint32_t fork);
  void finish_idle(Ticks end);
  CallIndex calls_so_far() const { return static_cast<CallIndex>(out_.calls.size()); }
  /// Adds this thread's part in the team and opens it.
  void begin_part(OpenTeam open, trace::LocationId leader, uint32_t fork, Ticks time);
  /// The fork of the instance of the team that this thread begins; kNoFork: unknown.
  uint32_t find_fork(trace::CommId team, trace::LocationId leader, Ticks time);
  /// A leader; without forks if this location comes before it.
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
  std::optional<Ticks> idle_since_;  ///< min: since before its first event
  trace::LocationId last_leader_;
  /// By team: position behind the fork of the instance that this worker began last.
  std::unordered_map<uint32_t, uint32_t> next_fork_;
  std::unordered_map<uint32_t, std::vector<CallPathId>> adopted_;  ///< by leader: its paths in our tree
  std::unordered_map<uint64_t, uint32_t> held_;                    ///< by lock: position in the locks
  uint32_t own_ = UINT32_MAX;                                      ///< the same of the thread itself
  Ticks last_release_ = Ticks::min();
  uint64_t last_released_ = 0;  ///< the lock
};

}  // namespace latecomer::analyze
