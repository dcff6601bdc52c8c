// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Teams of threads, while a location's events are read.
//
//     leader:  main | fork, team_begin  parallel ... barrier  team_end, join | main | fork ...
//     worker:       |       team_begin  parallel ... barrier  team_end ~~~~ idle ~~~|  team_begin ...
//
// What a worker does in a team belongs below the call path at which its leader forked the team, so leaders
// are condensed before their workers: a worker's team_begin belongs to the last fork of that team at or
// before it. Where clocks differ, it can come before its fork:
//
//     leader:  fork 0 [      ]        fork 1 [      ]
//     worker:           [      ]   [      ]              its second begin is of fork 1
//
// The last fork before it is then that of an instance in which the worker worked already or which had ended,
// and it belongs to the next one.
//
// The leader enters the parallel region with its call stack. A worker has no stack above it, so it gets the
// leader's call path.
//
// Outside of teams a worker is idle. That time becomes a call on the path of the next fork, of which the
// worker was idle up to the fork; the rest is the fork's. Since it is idle from the begin of its process to
// its end, its first call and, unless it ends in something else, its last one are such; how far they reach is
// known when all threads are there (extend_workers). Cost: O(log forks of the leader) a team_begin.

#include "analyze/condense/condense_threads.h"

#include <algorithm>
#include <utility>

namespace latecomer::analyze {

using trace::Anomaly;
using trace::Event;
using trace::LocationId;
using trace::RegionRole;

ThreadCondenser::ThreadCondenser(const trace::Definitions& definitions, const OtherThreads& others,
                                 CondensingLocation& out, CallStack& stack)
    : definitions_(definitions), others_(others), out_(out), stack_(stack) {
  if (others.teams == nullptr) return;
  in_team_ = others.teams->in_team(out.id);
  is_worker_ = !others.teams->leaders_of(out.id).empty();
  if (!is_worker_ || others.teams->is_master(out.id)) return;
  idle_since_ = Ticks::min();
  stack_.begin_with_call();
}

bool ThreadCondenser::works_for(LocationId leader) const {
  const std::vector<LocationId>& leaders = others_.teams->leaders_of(out_.id);
  return std::binary_search(leaders.begin(), leaders.end(), leader);
}

LocationId ThreadCondenser::last_leader() const {
  return last_leader_.valid() ? last_leader_ : others_.teams->leaders_of(out_.id).front();
}

bool ThreadCondenser::is_barrier(trace::RegionId region) const {
  if (region.index() >= definitions_.regions.size()) return false;  // it is a program's, or none
  const trace::Region& definition = definitions_.regions[region.index()];
  return definition.paradigm == trace::Paradigm::openmp &&
         (definition.role == RegionRole::barrier || definition.role == RegionRole::implicit_barrier);
}

void ThreadCondenser::before_enter(Ticks time) {
  if (!between_teams()) return;
  end_idle(time, last_leader(), kNoFork);
  stack_.set_base({});
}

CallPathId ThreadCondenser::path_in_leader(trace::RegionId region) {
  if (open_teams_.empty() || !open_teams_.back().is_new) return {};
  const TeamPart& part = out_.threads.parts[open_teams_.back().part];
  if (!part.leader.valid() || part.leader == out_.id) return {};
  const CondensingLocation& leader = condensed(part.leader);
  const CallPathId path = leader.threads.forks[part.fork].region;
  return path.valid() && leader.call_tree[path].region == region ? adopt(leader, path) : CallPathId();
}

void ThreadCondenser::after_enter(trace::RegionId region, Ticks time) {
  if (open_teams_.empty()) return;
  const bool is_first = std::exchange(open_teams_.back().is_new, false);
  if (is_first && open_teams_.back().fork != kNoFork && stack_.is_parallel()) {
    TeamFork& fork = out_.threads.forks[open_teams_.back().fork];
    fork.region = stack_.open_path();
    fork.path = out_.call_tree[fork.region].parent;
  }
  // How many barriers there were while recording was off is not known, so later ones have no number.
  if (stack_.is_recording_off()) {
    for (OpenTeam& open : open_teams_) open.is_whole = false;
  }
  // What a thread does while it is in a barrier, such as tasks, is not waiting; so it is set apart.
  if (is_barrier(stack_.parent_region())) stack_.current_call(time);
  if (!is_barrier(region) || !open_teams_.back().is_whole) return;
  const uint32_t part = open_teams_.back().part;
  out_.threads.barriers.push_back({stack_.current_call(time), part, out_.threads.parts[part].barriers++});
}

void ThreadCondenser::after_leave(Ticks time) {
  if (between_teams()) begin_idle(time);
}

void ThreadCondenser::fork(Ticks time) {
  if (!in_team_) return;
  if (between_teams()) end_idle(time, last_leader(), kNoFork);
  stack_.cut(time);
  forking_ = {time, stack_.path(), calls_so_far()};
}

void ThreadCondenser::join(Ticks time) {
  if (!joining_) return;
  stack_.cut(time);
  TeamFork& joined = out_.threads.forks[joining_->fork];
  joined.join = time;
  joined.join_path = joining_->path;
  joined.calls_before_join = calls_so_far();
  out_.add_event_time(EventTimeKind::join, joining_->fork, time);
  joining_.reset();
  if (between_teams()) begin_idle(time);
}

void ThreadCondenser::team_begin(const Event& event, Ticks time) {
  if (!event.comm.valid() || !in_team_) return;
  const LocationId leader = others_.teams->leader(event.comm);
  if (leader == out_.id) begin_as_leader(event.comm, time);
  if (works_for(leader)) begin_as_worker(event.comm, leader, time);
}

void ThreadCondenser::begin_as_leader(trace::CommId team, Ticks time) {
  if (between_teams()) end_idle(time, last_leader(), kNoFork);
  stack_.cut(time);
  const uint32_t fork = static_cast<uint32_t>(out_.threads.forks.size());
  out_.threads.forks.push_back({.team = team,
                                .time = forking_ ? forking_->time : time,
                                .begin = time,
                                .end = Ticks::max(),
                                .join = Ticks::max(),
                                .path = stack_.open_path(),
                                .fork_path = forking_ ? forking_->path : CallPathId(),
                                .calls_before_fork = forking_ ? forking_->calls_before : calls_so_far()});
  out_.add_event_time(EventTimeKind::fork, fork, out_.threads.forks.back().time);
  forking_.reset();
  begin_part({.team = team, .fork = fork}, out_.id, fork, time);
}

void ThreadCondenser::begin_as_worker(trace::CommId team, LocationId leader, Ticks time) {
  const uint32_t fork = find_fork(team, leader, time);
  if (between_teams()) {
    stack_.set_base({});
    if (fork != kNoFork)
      stack_.set_base(adopt(condensed(leader), condensed(leader).threads.forks[fork].path));
    end_idle(time, leader, fork);
    last_leader_ = leader;
  }
  begin_part({.team = team}, fork == kNoFork ? LocationId() : leader, fork == kNoFork ? 0 : fork, time);
}

void ThreadCondenser::begin_part(OpenTeam open, LocationId leader, uint32_t fork, Ticks time) {
  open.part = static_cast<uint32_t>(out_.threads.parts.size());
  open_teams_.push_back(open);
  out_.add_event_time(EventTimeKind::team_begin, open.part, time);
  out_.threads.parts.push_back({.leader = leader, .fork = fork, .calls_before_begin = calls_so_far()});
}

void ThreadCondenser::team_end(const Event& event, Ticks time) {
  const auto open = std::find_if(open_teams_.rbegin(), open_teams_.rend(),
                                 [&](const OpenTeam& each) { return each.team == event.comm; });
  if (open == open_teams_.rend()) return;
  out_.add_event_time(EventTimeKind::team_end, open->part, time);
  out_.threads.parts[open->part].calls_before_end = calls_so_far();
  const bool will_join = open->fork != kNoFork;
  if (will_join) {
    out_.threads.forks[open->fork].end = time;
    stack_.cut(time);
    joining_ = {open->fork, stack_.path()};
  }
  open_teams_.erase(open.base() - 1, open_teams_.end());
  if (between_teams() && !will_join) begin_idle(time);
}

void ThreadCondenser::begin_idle(Ticks time) {
  if (idle_since_ || others_.teams->is_master(out_.id)) return;
  stack_.cut(time);
  idle_since_ = time;
}

void ThreadCondenser::end_idle(Ticks time, LocationId leader, uint32_t fork) {
  if (!idle_since_) return;
  const Ticks since = *std::exchange(idle_since_, std::nullopt);
  std::vector<IdlePeriod>& idle = out_.threads.idle;
  if (idle.empty()) {
    stack_.end_first_call(time);
    idle.push_back({0, leader, fork});
  } else if (since < time) {
    idle.push_back({stack_.idle_between(since, time), leader, fork});
  }
}

/// Ends the idle time of workers. Who was not in any team is no worker. Others are idle to the end of their
/// process, if they are at their own, so there is a last idle time even without length.
void ThreadCondenser::finish_idle(Ticks end) {
  if (out_.calls.empty()) return;
  ThreadWork& threads = out_.threads;
  const auto is_of_other = [&](const TeamPart& part) { return part.leader != out_.id; };
  if (std::ranges::none_of(threads.parts, is_of_other)) {
    if (idle_since_ && threads.idle.empty()) end_idle(end, last_leader(), kNoFork);
    threads.idle.clear();
  } else if (idle_since_) {
    threads.idle.push_back({stack_.idle_to_end(*idle_since_), last_leader(), kNoFork});
    threads.is_idle_at_end = true;
  }
}

void ThreadCondenser::acquire_lock(const Event& event, Ticks time) {
  const CallIndex call = stack_.current_call(time);
  const Ticks enter = out_.enter_of(call);
  held_[event.lock()] = static_cast<uint32_t>(out_.threads.locks.size());
  // A call that gives the lock back first (waiting for a condition) wants it again from then on.
  out_.threads.locks.push_back({.paradigm = event.paradigm,
                                .lock = event.lock(),
                                .order = event.order(),
                                .call = call,
                                .requested = std::max(enter, last_release_),
                                .acquired = time,
                                .reacquired = last_release_ >= enter && last_released_ == event.lock()});
}

void ThreadCondenser::release_lock(const Event& event, Ticks time) {
  stack_.cut(time);  // others' waits for the lock end here
  last_release_ = time;
  last_released_ = event.lock();
  std::vector<LockHold>& locks = out_.threads.locks;
  const auto held = held_.find(event.lock());
  const bool is_same = held != held_.end() && locks[held->second].order == event.order();
  if (is_same)
    locks[held->second].released = time;
  else
    locks.push_back({.paradigm = event.paradigm,
                     .lock = event.lock(),
                     .order = event.order(),
                     .requested = time,
                     .acquired = time,
                     .released = time});
  if (held != held_.end()) held_.erase(held);
}

void ThreadCondenser::thread_create(const Event& event, Ticks time) {
  stack_.cut(time);  // the thread's first wait ends here
  out_.threads.locks.push_back({.paradigm = trace::Paradigm::pthread,
                                .lock = event.thread(),
                                .order = kCreated,
                                .requested = time,
                                .acquired = time,
                                .released = time,
                                .is_thread = true});
}

void ThreadCondenser::thread_begin(const Event& event, Ticks time) {
  own_ = static_cast<uint32_t>(out_.threads.locks.size());
  out_.threads.locks.push_back({.paradigm = trace::Paradigm::pthread,
                                .lock = event.thread(),
                                .order = kBegun,
                                .call = stack_.call_at(time),
                                .requested = time,
                                .acquired = time,
                                .is_thread = true});
}

void ThreadCondenser::thread_end(const Event& event, Ticks time) {
  stack_.cut(time);
  std::vector<LockHold>& locks = out_.threads.locks;
  if (own_ < locks.size() && locks[own_].lock == event.thread()) locks[own_].released = time;
}

void ThreadCondenser::thread_wait(const Event& event, Ticks time) {
  const CallIndex call = stack_.current_call(time);
  out_.threads.locks.push_back({.paradigm = trace::Paradigm::pthread,
                                .lock = event.thread(),
                                .order = kAwaited,
                                .call = call,
                                .requested = out_.enter_of(call),
                                .acquired = time,
                                .is_thread = true});
}

void ThreadCondenser::finish() {
  const Ticks end = stack_.now();
  for (TeamFork& fork : out_.threads.forks) fork.end = std::min(fork.end, end);
  finish_idle(end);
}

const CondensingLocation& ThreadCondenser::condensed(LocationId leader) const {
  return others_.locations[leader.index() - others_.first_location];
}

uint32_t ThreadCondenser::find_fork(trace::CommId team, LocationId leader, Ticks time) {
  const std::vector<TeamFork>& forks = condensed(leader).threads.forks;
  const auto after = std::upper_bound(forks.begin(), forks.end(), time,
                                      [](Ticks at, const TeamFork& fork) { return at < fork.time; });
  uint32_t behind_last = static_cast<uint32_t>(after - forks.begin());  // is 0 if none is before
  while (behind_last > 0 && forks[behind_last - 1].team != team) --behind_last;
  uint32_t& next = next_fork_[team.value];
  const bool is_running = behind_last > next && time <= forks[behind_last - 1].end;
  const uint32_t first = is_running ? behind_last - 1 : std::max(behind_last, next);
  uint32_t fork = first;
  while (fork < forks.size() && forks[fork].team != team) ++fork;
  if (fork == forks.size()) return first == 0 ? kNoFork : first - 1;  // it is the last one
  next = fork + 1;
  return fork;
}

CallPathId ThreadCondenser::adopt(const CondensingLocation& leader, CallPathId path) {
  if (!path.valid()) return path;
  std::vector<CallPathId>& known = adopted_[leader.id.value];
  if (known.size() < leader.call_tree.nodes().size()) known.resize(leader.call_tree.nodes().size());
  if (known[path.index()].valid()) return known[path.index()];
  const CallTree::Node& node = leader.call_tree[path];
  const CallPathId own = stack_.paths().copy(node, adopt(leader, node.parent));
  adopted_[leader.id.value][path.index()] = own;
  return own;
}

}  // namespace latecomer::analyze
