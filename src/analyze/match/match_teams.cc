// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The threads of a process and their teams.
//
// A leader's n-th fork is the name of a team's instance. Every thread knows in which instances it worked, and
// numbers the barriers in each:
//
//     leader:  fork 0 [ barrier 0   barrier 1 ]   fork 1 [ barrier 0 ]
//     worker:         [ barrier 0   barrier 1 ]
//     worker:         [ barrier 0   barrier 1 ]          [ barrier 0 ]
//
// So sorting by instance (and number) puts together what belongs together. Cost: O(n log n).

#include "analyze/match/match_teams.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::LocationId;

/// Says that a thread worked in an instance of a team.
struct Member {
  LocationId leader;
  uint32_t fork;
  LocationId thread;

  auto instance() const { return std::tuple(leader, fork); }
  auto operator<=>(const Member&) const = default;
};

/// Says that a thread entered a barrier.
struct Entry {
  LocationId leader;
  uint32_t fork;
  uint32_t number;
  LocationId thread;
  uint32_t barrier;  ///< Is a position in the thread's team barriers.

  auto instance() const { return std::tuple(leader, fork); }
  auto key() const { return std::tuple(leader, fork, number); }
  auto operator<=>(const Entry&) const = default;
};

/// Holds the groups of a process, each once.
class Groups {
 public:
  uint32_t id_of(const TeamMatches::Group& group) {
    // Most teams have the same members as the one before.
    if (last_ != ids_.end() && last_->first == group) return last_->second;
    last_ = ids_.try_emplace(group, static_cast<uint32_t>(ids_.size())).first;
    return last_->second;
  }
  std::vector<TeamMatches::Group> in_order() const {
    std::vector<TeamMatches::Group> groups(ids_.size());
    for (const auto& [group, id] : ids_) groups[id] = group;
    return groups;
  }

 private:
  std::map<TeamMatches::Group, uint32_t> ids_;
  std::map<TeamMatches::Group, uint32_t>::iterator last_ = ids_.end();
};

class ProcessMatcher {
 public:
  ProcessMatcher(const CondensedTrace& trace, trace::LocationGroupId process, TeamMatches& out)
      : trace_(trace), process_(process), threads_(trace.threads_of(process)), out_(out) {}

  void run() {
    gather();
    std::vector<Entry>::const_iterator entry = entries_.begin();
    for (auto begin = members_.begin(); begin != members_.end();) {
      const auto end = std::find_if(begin, members_.end(),
                                    [&](const Member& each) { return each.instance() != begin->instance(); });
      TeamMatches::Group group;
      for (auto member = begin; member != end; ++member) group.push_back(member->thread);
      const uint32_t id = groups_.id_of(group);
      add_instant(group, id, trace_[begin->leader].threads.forks[begin->fork].time);
      while (entry != entries_.end() && entry->instance() == begin->instance())
        entry = match_barrier(entry, group, id);
      begin = end;
    }
    for (const BarrierMeeting& meeting : match_locks(trace_, process_, out_.hand_overs))
      add_instant(meeting.threads, groups_.id_of(meeting.threads), meeting.time);
  }

  std::vector<TeamMatches::Group> groups() const { return groups_.in_order(); }
  const AnomalyReport& incomplete() const { return incomplete_; }

 private:
  void gather() {
    for (const CondensedLocation& location : threads_) {
      const LocationId thread = location.id;
      const ThreadWork& work = location.threads;
      for (const TeamPart& part : work.parts) {
        if (part.leader.valid()) members_.push_back({part.leader, part.fork, thread});
      }
      for (uint32_t i = 0; i < work.barriers.size(); ++i) {
        const TeamBarrier& barrier = work.barriers[i];
        const TeamPart& part = work.parts[barrier.part];
        if (part.leader.valid())
          entries_.push_back({part.leader, part.fork, barrier.number, thread, i});
        else
          incomplete_.count(occurrence_of(location, barrier));
      }
    }
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    std::sort(entries_.begin(), entries_.end());
  }

  AnomalyReport::Occurrence occurrence_of(const CondensedLocation& location,
                                          const TeamBarrier& barrier) const {
    return {trace::Anomaly::incomplete_collective, location.path_of(barrier.call),
            trace_.process_of(location.id)};
  }

  void add_instant(const TeamMatches::Group& group, uint32_t id, Ticks time) {
    for (const LocationId thread : group) out_.instants[trace_.local(thread)].push_back({id, time});
  }

  /// Matches the barrier that begins here; returns where the next begins.
  std::vector<Entry>::const_iterator match_barrier(std::vector<Entry>::const_iterator begin,
                                                   const TeamMatches::Group& group, uint32_t id) {
    const std::vector<Entry>::const_iterator end =
        std::find_if(begin, entries_.cend(), [&](const Entry& each) { return each.key() != begin->key(); });
    const bool all_entered = static_cast<size_t>(end - begin) == group.size();
    if (!all_entered) {
      std::vector<AnomalyReport::Occurrence> members;
      for (auto entry = begin; entry != end; ++entry) {
        const CondensedLocation& location = trace_[entry->thread];
        members.push_back(occurrence_of(location, location.threads.barriers[entry->barrier]));
      }
      incomplete_.count_together(members);
      return end;
    }
    Arrival last;
    Ticks first_leave = Ticks::max();
    for (auto entry = begin; entry != end; ++entry) {
      const CondensedLocation& location = trace_[entry->thread];
      const Call call = location.call(location.threads.barriers[entry->barrier].call);
      if (call.enter >= last.enter) last = {call.enter, entry->thread};
      first_leave = std::min(first_leave, call.leave);
    }
    const bool contradicted = first_leave < last.enter && trace_.share_clock(process_, process_);
    for (auto entry = begin; entry != end; ++entry) {
      out_.barriers[trace_.local(entry->thread)][entry->barrier] = last;
      out_.contradicted[trace_.local(entry->thread)][entry->barrier] = contradicted;
    }
    add_instant(group, id, last.enter);
    return end;
  }

  const CondensedTrace& trace_;
  const trace::LocationGroupId process_;
  const std::span<const CondensedLocation> threads_;
  TeamMatches& out_;
  std::vector<Member> members_;
  std::vector<Entry> entries_;
  Groups groups_;
  AnomalyReport incomplete_;
};

}  // namespace

TeamMatches match_teams(const CondensedTrace& trace, AnomalyReport& anomalies) {
  TeamMatches matches;
  matches.instants.resize(trace.locations.size());
  for (const CondensedLocation& location : trace.locations) {
    matches.hand_overs.emplace_back(location.threads.locks.size());
    matches.barriers.emplace_back(location.threads.barriers.size());
    matches.contradicted.emplace_back(location.threads.barriers.size());
  }
  std::vector<std::vector<TeamMatches::Group>> groups(trace.own_processes.size());
  std::vector<AnomalyReport> incomplete(trace.own_processes.size());
  parallel_for(groups.size(), [&](size_t p) {
    ProcessMatcher matcher(trace, trace::LocationGroupId(trace.own_processes.begin + p), matches);
    matcher.run();
    groups[p] = matcher.groups();
    incomplete[p] = matcher.incomplete();
  });
  for (size_t p = 0; p < groups.size(); ++p) {
    const uint32_t offset = static_cast<uint32_t>(matches.groups.size());
    matches.groups.insert(matches.groups.end(), groups[p].begin(), groups[p].end());
    anomalies += incomplete[p];
    const trace::LocationGroupId process(trace.own_processes.begin + p);
    for (const CondensedLocation& location : trace.threads_of(process)) {
      for (TeamInstant& instant : matches.instants[trace.local(location.id)]) instant.group += offset;
    }
  }
  return matches;
}

}  // namespace latecomer::analyze
