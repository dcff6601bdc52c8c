// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyze/condense/call_stack.h"
#include "analyze/condense/condensed.h"
#include "analyze/condense/thread_teams.h"

namespace latecomer::analyze {

/// What condensing a location has to know of others: who leads whom, and the locations themselves, of which
/// those are complete that come in an earlier round.
struct OtherThreads {
  const ThreadTeams* teams = nullptr;  ///< null: there are none
  std::span<const CondensedLocation> locations;
  size_t first_location = 0;
};

/// Teams, their barriers, locks, and the idle time of workers.
class ThreadCondenser {
 public:
  ThreadCondenser(const trace::Definitions& definitions, const OtherThreads& others, CondensedLocation& out,
                  CallStack& stack);

  /// Whether the location is in any team: only then enters and leaves have to be told.
  bool in_team() const { return in_team_; }
  void before_enter(Ticks time);
  void after_enter(trace::RegionId region, Ticks time);
  void after_leave(Ticks time);

  void fork(Ticks time);
  void join(Ticks time);
  void team_begin(const trace::Event& event, Ticks time);
  void team_end(const trace::Event& event, Ticks time);
  void acquire_lock(const trace::Event& event, Ticks time);
  void release_lock(const trace::Event& event, Ticks time);
  /// To be called before the stack's.
  void finish();

 private:
  struct OpenTeam {
    trace::CommId team;
    uint32_t part;
    std::optional<uint32_t> fork;  ///< in the location's own forks, of the team that it leads
  };
  /// A fork or a join that takes time on `path`, which had `path_time` before.
  struct Pending {
    Ticks since;
    CallPathId path;
    Ticks path_time;
  };

  bool works_for(trace::LocationId leader) const;
  /// The one whose team the location was in last; before the first, any for whom it works.
  trace::LocationId last_leader() const;
  bool is_barrier(trace::RegionId region) const;
  Pending begin_pending(Ticks time);
  /// Adds what has passed on its path since it began.
  void end_pending(std::optional<Pending>& pending, Ticks TeamTime::*time_of, Ticks time);
  TeamTime& times_on(CallPathId path);
  void begin_as_leader(trace::CommId team, Ticks time);
  void begin_as_worker(trace::CommId team, trace::LocationId leader, Ticks time);
  bool between_teams() const { return is_worker_ && open_teams_.empty() && stack_.empty(); }
  void begin_idle(Ticks time);
  void end_idle(Ticks end, Ticks until, trace::LocationId leader);
  /// The last fork of the team at or before `time`.
  std::optional<uint32_t> find_fork(trace::CommId team, trace::LocationId leader, Ticks time) const;
  /// A leader; without forks if this location comes before it.
  const CondensedLocation& condensed(trace::LocationId leader) const;
  CallPathId adopt(const CondensedLocation& leader, CallPathId path);

  const trace::Definitions& definitions_;
  const OtherThreads others_;
  CondensedLocation& out_;
  CallStack& stack_;
  bool in_team_ = false;
  bool is_worker_ = false;
  std::vector<OpenTeam> open_teams_;
  std::optional<Pending> forking_;
  std::optional<Pending> joining_;
  std::optional<Ticks> idle_since_;
  trace::LocationId last_leader_;
  std::unordered_map<uint32_t, std::vector<CallPathId>> adopted_;  ///< by leader: its paths in our tree
  std::unordered_map<uint64_t, uint32_t> held_;                    ///< by lock: position in the locks
  Ticks last_release_ = Ticks::min();
};

}  // namespace latecomer::analyze
