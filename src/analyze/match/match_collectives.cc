// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matching collective operations.
//
// The problem: a collective operation is one record on each of its members, and each of them has to learn who
// entered last (or first, or whether the root was late).
//
// The idea: the n-th collective operation of a communicator on one member is the n-th on every other, so
// (communicator, n) names it. Fences and the like count per window, as if it were a communicator. The
// members' enters and leaves meet on the rank that this name is distributed to; what each member waited for
// is worked out there and sent back.
//
//     rank 0:  Barrier(world) #0    Allreduce(world) #1
//     rank 1:  Barrier(world) #0    Bcast(half) #0         Allreduce(world) #1
//
// Nonblocking operations count where they were started, and end where they were completed.
//
// Cost: O(members of all operations), 8 bytes for each; of members on other ranks 56 bytes there, 64 back.

#include "analyze/match/match_collectives.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/match/collective_announcements.h"
#include "analyze/model/tasks.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::CommId;
using trace::CommKind;
using trace::LocationGroupId;
using trace::LocationId;

struct Answer {
  uint32_t location;
  uint32_t operation;
  CollectiveMatch match;
};

/// Returns the later of two arrivals; at equal times that of the higher location.
Arrival later(const Arrival& a, const Arrival& b) {
  if (!a.known() || !b.known()) return a.known() ? a : b;
  return std::pair(a.enter, a.location) < std::pair(b.enter, b.location) ? b : a;
}

/// Returns the earlier of two arrivals; at equal times that of the higher location.
Arrival earlier(const Arrival& a, const Arrival& b) {
  if (!a.known() || !b.known()) return a.known() ? a : b;
  if (a.enter != b.enter) return a.enter < b.enter ? a : b;
  return a.location < b.location ? b : a;
}

Arrival arrival_of(const CollectiveAnnouncement& announcement) {
  return {announcement.enter, LocationId(announcement.location)};
}

/// Is what all members have in common; for intercommunicators apart for the two groups.
struct Side {
  Arrival last;            ///< Is of those who contribute.
  Arrival first_non_root;  ///< Is of those who contribute and are not the root.
  Arrival last_non_root;
};

struct Instance {
  Side sides[2];
  Arrival root;                     ///< Is valid if it contributes.
  Ticks last_enter = Ticks::min();  ///< Is of those who contribute.
  Ticks first_end = Ticks::max();   ///< Is of those who receive.
  bool inter = false;
  bool has_sources = false;
  bool everybody = true;  ///< Says that everybody has something to give to everybody, and to get.
};

Instance summarize(CollectiveInstance announcements, bool inter) {
  Instance all;
  all.inter = inter;
  for (const CollectiveAnnouncement& announcement : announcements) {
    all.everybody =
        all.everybody && announcement.contributes && announcement.receives && !announcement.sources.valid();
    all.has_sources = all.has_sources || announcement.sources.valid();
    if (announcement.receives) all.first_end = std::min(all.first_end, announcement.end);
    if (!announcement.contributes) continue;
    all.last_enter = std::max(all.last_enter, announcement.enter);
    if (announcement.root) all.root = arrival_of(announcement);
    Side& side = all.sides[announcement.in_remote_group ? 1 : 0];
    side.last = later(side.last, arrival_of(announcement));
    if (announcement.root) continue;
    side.first_non_root = earlier(side.first_non_root, arrival_of(announcement));
    side.last_non_root = later(side.last_non_root, arrival_of(announcement));
  }
  return all;
}

/// Returns the last of the members that a member gets data from.
Arrival last_of_sources(CollectiveInstance announcements, const std::vector<LocationGroupId>& sources) {
  Arrival last;
  for (const LocationGroupId source : sources) {
    const CollectiveAnnouncement* const announcement = find_announcement(announcements, source);
    if (announcement && announcement->contributes) last = later(last, arrival_of(*announcement));
  }
  return last;
}

/// Finds whom `announcement` waits for, except in prefix operations.
CollectiveMatch match_of(const CollectiveAnnouncement& announcement, CollectiveInstance announcements,
                         const Instance& all, const CommMembers& members) {
  CollectiveMatch match{.complete = true, .has_sources = all.has_sources};
  const bool other_side = all.inter && !announcement.in_remote_group;
  const Side& side = all.sides[all.inter ? (other_side ? 1 : 0) : 0];
  if (announcement.sources.valid()) {
    if (announcement.receives)
      match.last = last_of_sources(announcements, members.processes(announcement.sources));
    return match;
  }
  match.holds_all =
      all.everybody && (holds_all(announcement.op) || (announcement.on_window && frees(announcement.op)));
  match.all_entered = all.last_enter;
  if (!announcement.receives) return match;
  match.free_from = std::max(all.first_end, all.last_enter);
  switch (synchronization_of(announcement.op)) {
    case Synchronization::barrier:
    case Synchronization::all_to_all:
    case Synchronization::management:
    case Synchronization::none:
      match.last = side.last;
      break;
    case Synchronization::one_to_all:
      if (!announcement.root) match.last = all.root;
      break;
    case Synchronization::all_to_one:
      if (announcement.root) {
        match.first = side.first_non_root;
        match.last = side.last_non_root;
      }
      break;
    case Synchronization::prefix:
      break;
  }
  return match;
}

/// Matches scans: each member waits for the last of ranks 0..i, so the members have to be taken by rank.
void match_prefix(CollectiveInstance announcements, CommId comm, const trace::Definitions& definitions,
                  const CommMembers& members, LargeVector<CollectiveMatch>& matches) {
  Arrival last;
  uint32_t rank = 0;
  for (const LocationGroupId member : members.processes(definitions.communicators[comm.index()].group)) {
    const CollectiveAnnouncement* const announcement = find_announcement(announcements, member);
    if (!announcement) continue;
    if (announcement->contributes) last = later(last, arrival_of(*announcement));
    CollectiveMatch& match = matches[static_cast<size_t>(announcement - announcements.data())];
    match.rank = rank++;
    if (announcement->receives) match.last = last;
  }
}

/// Finds whom each of `announcements` waits for among them.
void match_announcements(CollectiveInstance announcements, const trace::Definitions& definitions,
                         const CommMembers& members, LargeVector<CollectiveMatch>& matches) {
  const CommId comm = announcements.front().comm;
  const Instance all =
      summarize(announcements, definitions.communicators[comm.index()].kind == CommKind::inter);
  matches.clear();
  for (const CollectiveAnnouncement& announcement : announcements)
    matches.push_back(match_of(announcement, announcements, all, members));
  if (synchronization_of(announcements.front().op) == Synchronization::prefix)
    match_prefix(announcements, comm, definitions, members, matches);
}

/// Returns whether anybody was through before somebody it waits for had come.
bool is_violated(CollectiveInstance announcements, const LargeVector<CollectiveMatch>& matches) {
  for (size_t i = 0; i < announcements.size(); ++i) {
    if (matches[i].last.known() && matches[i].last.enter > announcements[i].end) return true;
  }
  return false;
}

/// Returns whether anybody was through before somebody it waits for had come, by the clock that two of them
/// share: those on each node are taken for themselves.
bool is_violated_on_a_node(CollectiveInstance announcements, const CondensedTrace& trace,
                           const CommMembers& members) {
  std::map<trace::SystemNodeId, std::vector<CollectiveAnnouncement>> by_node;
  for (const CollectiveAnnouncement& announcement : announcements) {
    const trace::SystemNodeId node = trace.clock_nodes[announcement.process];
    if (node.valid()) by_node[node].push_back(announcement);
  }
  LargeVector<CollectiveMatch> matches;
  return std::any_of(by_node.begin(), by_node.end(), [&](const auto& on_node) {
    match_announcements(on_node.second, trace.definitions, members, matches);
    return is_violated(on_node.second, matches);
  });
}

void count_operation(Anomaly kind, CollectiveInstance announcements, AnomalyReport& anomalies) {
  std::vector<AnomalyReport::Occurrence> members;
  for (const CollectiveAnnouncement& announcement : announcements)
    members.push_back({kind, announcement.path, LocationGroupId(size_t{announcement.process})});
  anomalies.count_together(members);
}

/// Matches one operation, or counts what is wrong with it; `announcements` are its members' by process.
void match_instance(CollectiveInstance announcements, const CondensedTrace& trace, const CommMembers& members,
                    LargeVector<CollectiveMatch>& matches, AnomalyReport& anomalies) {
  matches.assign(announcements.size(), {});
  if (!is_complete(announcements, members))
    return count_operation(Anomaly::incomplete_collective, announcements, anomalies);
  if (!is_consistent(announcements))
    return count_operation(Anomaly::mismatched_collective, announcements, anomalies);
  match_announcements(announcements, trace.definitions, members, matches);
  if (trace.clock_nodes.empty() || !is_violated(announcements, matches)) return;
  if (!is_violated_on_a_node(announcements, trace, members)) return;
  for (CollectiveMatch& match : matches) {
    match.contradicts_clock = true;
    match.holds_all = false;
  }
}

/// Is what one task found out.
struct Found {
  std::vector<Answer> answers;  ///< Are for other ranks.
  AnomalyReport anomalies;
};

/// Matches what is distributed to this rank; what own members have to know is set.
std::vector<Found> match_distributed(const CondensedTrace& trace, const CommMembers& members,
                                     const DistributedCollectives& distributed, CollectiveMatches& matches) {
  constexpr size_t kGrain = 4096;  // counts parts
  std::vector<Part> operations;
  for (size_t i = 0; i < distributed.size(); ++i) {
    if (distributed.parts(i) > 0) operations.push_back({i, 0, distributed.parts(i)});
  }
  const Tasks tasks(std::move(operations), kGrain);
  std::vector<Found> found(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<CollectiveAnnouncement> buffer;
    LargeVector<CollectiveMatch> of_parts;
    for (const Part& operation : tasks[task]) {
      const CollectiveInstance announcements = distributed.at(operation.location, buffer);
      match_instance(announcements, trace, members, of_parts, found[task].anomalies);
      for (size_t i = 0; i < announcements.size(); ++i) {
        const LocationId location(announcements[i].location);
        if (trace.is_local(location))
          matches[trace.local(location)][announcements[i].operation] = of_parts[i];
        else
          found[task].answers.push_back({announcements[i].location, announcements[i].operation, of_parts[i]});
      }
    }
  });
  return found;
}

}  // namespace

CollectiveMatches match_collectives(const CondensedTrace& trace, const CommMembers& members, Comm& comm,
                                    AnomalyReport& anomalies) {
  CollectiveMatches matches(trace.locations.size());
  parallel_for(matches.size(), [&](size_t l) { matches[l].resize(trace.locations[l].collectives.size()); });
  const DistributedCollectives distributed(trace, members, comm);
  std::vector<std::vector<Answer>> answers(static_cast<size_t>(comm.size()));
  for (Found& found : match_distributed(trace, members, distributed, matches)) {
    anomalies += found.anomalies;
    for (const Answer& each : found.answers)
      answers[trace.rank_of(LocationId(size_t{each.location}))].push_back(each);
    free_list(found.answers);
  }
  for (const std::vector<Answer>& from_rank : exchange(comm, std::move(answers))) {
    for (const Answer& each : from_rank)
      matches[trace.local(LocationId(size_t{each.location}))][each.operation] = each.match;
  }
  return matches;
}

}  // namespace latecomer::analyze
