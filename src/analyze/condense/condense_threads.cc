// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Teams of threads, while a location's events are read.
//
//     leader:  main | fork, team_begin  parallel ... barrier  team_end, join | main | fork ...
//     worker:       |       team_begin  parallel ... barrier  team_end ~~~~ idle ~~~|  team_begin ...
//
// What a worker does in a team belongs below the call path at which its leader forked the team, so leaders
// are condensed before their workers: a worker's team_begin belongs to the last fork of that team at or
// before it. Between teams a worker is idle. That time becomes a call on the path of the next fork, of which
// the worker was idle up to the fork; the rest is the fork's. A worker whose first event is a team_begin has
// its first segment begin with the fork, so that everything since then is known of all members of the team.

#include "analyze/condense/condense_threads.h"

#include <algorithm>

namespace latecomer::analyze {

using trace::Anomaly;
using trace::Event;
using trace::LocationId;
using trace::RegionRole;

ThreadCondenser::ThreadCondenser(const trace::Definitions& definitions, const OtherThreads& others,
                                 CondensedLocation& out, CallStack& stack)
    : definitions_(definitions), others_(others), out_(out), stack_(stack) {
  if (others.teams == nullptr) return;
  in_team_ = others.teams->in_team(out.id);
  is_worker_ = !others.teams->leaders_of(out.id).empty();
}

bool ThreadCondenser::works_for(LocationId leader) const {
  const std::vector<LocationId>& leaders = others_.teams->leaders_of(out_.id);
  return std::binary_search(leaders.begin(), leaders.end(), leader);
}

LocationId ThreadCondenser::last_leader() const {
  return last_leader_.valid() ? last_leader_ : others_.teams->leaders_of(out_.id).front();
}

bool ThreadCondenser::is_barrier(trace::RegionId region) const {
  if (!region.valid() || region.index() >= definitions_.regions.size()) return false;
  const trace::Region& definition = definitions_.regions[region.index()];
  return definition.paradigm == trace::Paradigm::openmp &&
         (definition.role == RegionRole::barrier || definition.role == RegionRole::implicit_barrier);
}

void ThreadCondenser::before_enter(Ticks time) {
  if (!between_teams()) return;
  if (idle_since_.value_or(out_.first_time) < time) end_idle(time, time, last_leader());
  stack_.set_base({});
}

void ThreadCondenser::after_enter(trace::RegionId region, Ticks time) {
  if (open_teams_.empty()) return;
  // What a thread does while it is in a barrier, such as tasks, is not waiting; so it is set apart.
  if (is_barrier(stack_.parent_region())) stack_.current_call(time);
  if (!is_barrier(region)) return;
  const uint32_t part = open_teams_.back().part;
  out_.threads.barriers.push_back({stack_.current_call(time), part, out_.threads.parts[part].barriers++});
}

void ThreadCondenser::after_leave(Ticks time) {
  if (between_teams()) begin_idle(time);
}

ThreadCondenser::Pending ThreadCondenser::begin_pending(Ticks time) {
  stack_.cut(time);
  const CallPathId path = stack_.path();
  return {time, path, stack_.time_on(path, time)};
}

void ThreadCondenser::end_pending(std::optional<Pending>& pending, Ticks TeamTime::*time_of, Ticks time) {
  if (!pending) return;
  const Ticks taken = stack_.time_on(pending->path, time) - pending->path_time;
  const CallPathId path = pending->path;
  pending.reset();
  times_on(path).*time_of += taken;
}

TeamTime& ThreadCondenser::times_on(CallPathId path) {
  std::vector<TeamTime>& times = out_.threads.times;
  const auto found =
      std::find_if(times.begin(), times.end(), [&](const TeamTime& each) { return each.path == path; });
  if (found != times.end()) return *found;
  times.push_back({path, Ticks(), Ticks(), Ticks()});
  return times.back();
}

void ThreadCondenser::fork(Ticks time) {
  if (in_team_) forking_ = begin_pending(time);
}

void ThreadCondenser::join(Ticks time) {
  end_pending(joining_, &TeamTime::join, time);
}

void ThreadCondenser::team_begin(const Event& event, Ticks time) {
  if (!event.comm.valid() || !in_team_) return;
  const LocationId leader = others_.teams->leader(event.comm);
  if (leader == out_.id) begin_as_leader(event.comm, time);
  if (works_for(leader)) begin_as_worker(event.comm, leader, time);
}

void ThreadCondenser::begin_as_leader(trace::CommId team, Ticks time) {
  const Ticks fork_time = forking_ ? forking_->since : time;
  end_pending(forking_, &TeamTime::fork, time);
  stack_.cut(time);
  const uint32_t fork = static_cast<uint32_t>(out_.threads.forks.size());
  out_.threads.forks.push_back({team, fork_time, time, Ticks::max(), stack_.open_path()});
  open_teams_.push_back({team, static_cast<uint32_t>(out_.threads.parts.size()), fork});
  out_.threads.parts.push_back({out_.id, fork});
}

void ThreadCondenser::begin_as_worker(trace::CommId team, LocationId leader, Ticks time) {
  const std::optional<uint32_t> fork = find_fork(team, leader, time);
  if (between_teams()) {
    Ticks forked = time;
    stack_.set_base({});
    if (fork) {
      const TeamFork& forked_team = condensed(leader).threads.forks[*fork];
      forked = forked_team.time;
      stack_.set_base(adopt(condensed(leader), forked_team.path));
    }
    end_idle(time, forked, leader);
    last_leader_ = leader;
  }
  open_teams_.push_back({team, static_cast<uint32_t>(out_.threads.parts.size()), std::nullopt});
  out_.threads.parts.push_back({fork ? leader : LocationId(), fork.value_or(0)});
}

void ThreadCondenser::team_end(const Event& event, Ticks time) {
  const auto open = std::find_if(open_teams_.rbegin(), open_teams_.rend(),
                                 [&](const OpenTeam& each) { return each.team == event.comm; });
  if (open == open_teams_.rend()) return;
  if (open->fork) {
    out_.threads.forks[*open->fork].end = time;
    joining_ = begin_pending(time);
  }
  open_teams_.erase(open.base() - 1, open_teams_.end());
  if (between_teams()) begin_idle(time);
}

void ThreadCondenser::begin_idle(Ticks time) {
  stack_.cut(time);
  idle_since_ = time;
}

void ThreadCondenser::end_idle(Ticks end, Ticks until, LocationId leader) {
  const bool at_first = !idle_since_;
  Ticks since = idle_since_.value_or(out_.first_time);
  idle_since_.reset();
  if (at_first && until < since && stack_.at_beginning()) stack_.begin_earlier(since = until);
  if (since == end && !at_first) return;
  const CallIndex call = stack_.call_between(since, end);
  out_.threads.idle.push_back({call, std::max(since, until), leader});
  if (since >= out_.first_time) times_on(out_.calls[call].path).idle += end - since;
}

void ThreadCondenser::acquire_lock(const Event& event, Ticks time) {
  const CallIndex call = stack_.current_call(time);
  const Ticks enter = out_.calls[call].enter;
  held_[event.request] = static_cast<uint32_t>(out_.threads.locks.size());
  // A call that gives the lock back first (waiting for a condition) wants it again from then on.
  out_.threads.locks.push_back(
      {event.paradigm, event.request, event.number, call, std::max(enter, last_release_), time});
}

void ThreadCondenser::release_lock(const Event& event, Ticks time) {
  stack_.cut(time);  // others' waits for the lock end here
  last_release_ = time;
  const auto held = held_.find(event.request);
  if (held == held_.end()) return;
  out_.threads.locks[held->second].released = time;
  held_.erase(held);
}

void ThreadCondenser::finish() {
  const Ticks end = stack_.now();
  for (TeamFork& fork : out_.threads.forks) fork.end = std::min(fork.end, end);
  if (between_teams() && idle_since_.value_or(end) < end) end_idle(end, end, last_leader());
}

const CondensedLocation& ThreadCondenser::condensed(LocationId leader) const {
  return others_.locations[leader.index() - others_.first_location];
}

std::optional<uint32_t> ThreadCondenser::find_fork(trace::CommId team, LocationId leader, Ticks time) const {
  const std::vector<TeamFork>& forks = condensed(leader).threads.forks;
  auto after = std::upper_bound(forks.begin(), forks.end(), time,
                                [](Ticks at, const TeamFork& fork) { return at < fork.time; });
  while (after != forks.begin() && (after - 1)->team != team) --after;
  if (after == forks.begin()) return std::nullopt;
  return static_cast<uint32_t>(after - forks.begin() - 1);
}

CallPathId ThreadCondenser::adopt(const CondensedLocation& leader, CallPathId path) {
  if (!path.valid()) return path;
  std::vector<CallPathId>& known = adopted_[leader.id.value];
  if (known.size() < leader.call_tree.nodes().size()) known.resize(leader.call_tree.nodes().size());
  if (known[path.index()].valid()) return known[path.index()];
  const CallTree::Node& node = leader.call_tree[path];
  const CallPathId own = stack_.path_of(adopt(leader, node.parent), node.region);
  adopted_[leader.id.value][path.index()] = own;
  return own;
}

}  // namespace latecomer::analyze
