// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Matching collective operations.
//
// The problem: a collective operation is one record on each of its members, and each of them has to learn who
// entered last (or first, or whether the root was late).
//
// The idea: the n-th collective operation of a communicator on one member is the n-th on every other, so
// (communicator, n) names it. Fences and the like count per window, as if it were a communicator. The
// members' enters and leaves meet on the rank that this name is dealt to; what each member waited for is
// worked out there and sent back.
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

#include "analyze/condense/tasks.h"
#include "analyze/match/collective_posts.h"
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

/// The later of two arrivals; at equal times that of the higher location.
Arrival later(const Arrival& a, const Arrival& b) {
  if (!a.known() || !b.known()) return a.known() ? a : b;
  return std::pair(a.enter, a.location) < std::pair(b.enter, b.location) ? b : a;
}

/// The earlier of two arrivals; at equal times that of the higher location.
Arrival earlier(const Arrival& a, const Arrival& b) {
  if (!a.known() || !b.known()) return a.known() ? a : b;
  if (a.enter != b.enter) return a.enter < b.enter ? a : b;
  return a.location < b.location ? b : a;
}

Arrival arrival_of(const CollectivePost& post) {
  return {post.enter, LocationId(post.location)};
}

/// What all members have in common; for intercommunicators apart for the two groups.
struct Side {
  Arrival last;            ///< of those who contribute
  Arrival first_non_root;  ///< of those who contribute and are not the root
  Arrival last_non_root;
};

struct Instance {
  Side sides[2];
  Arrival root;                     ///< if it contributes
  Ticks last_enter = Ticks::min();  ///< of those who contribute
  Ticks first_end = Ticks::max();   ///< of those who receive
  bool inter = false;
  bool everybody = true;  ///< has something to give to everybody, and to get
};

Instance summarize(CollectiveInstance posts, bool inter) {
  Instance all;
  all.inter = inter;
  for (const CollectivePost& post : posts) {
    all.everybody = all.everybody && post.contributes && post.receives && !post.sources.valid();
    if (post.receives) all.first_end = std::min(all.first_end, post.end);
    if (!post.contributes) continue;
    all.last_enter = std::max(all.last_enter, post.enter);
    if (post.root) all.root = arrival_of(post);
    Side& side = all.sides[post.in_remote_group ? 1 : 0];
    side.last = later(side.last, arrival_of(post));
    if (post.root) continue;
    side.first_non_root = earlier(side.first_non_root, arrival_of(post));
    side.last_non_root = later(side.last_non_root, arrival_of(post));
  }
  return all;
}

/// The last of the members that a member gets data from.
Arrival last_of_sources(CollectiveInstance posts, const std::vector<LocationGroupId>& sources) {
  Arrival last;
  for (const LocationGroupId source : sources) {
    const CollectivePost* const post = find_post(posts, source);
    if (post && post->contributes) last = later(last, arrival_of(*post));
  }
  return last;
}

/// Whom `post` waits for, except in prefix operations.
CollectiveMatch match_of(const CollectivePost& post, CollectiveInstance posts, const Instance& all,
                         const CommMembers& members) {
  CollectiveMatch match{.complete = true};
  const bool other_side = all.inter && !post.in_remote_group;
  const Side& side = all.sides[all.inter ? (other_side ? 1 : 0) : 0];
  if (post.sources.valid()) {
    if (post.receives) match.last = last_of_sources(posts, members.processes(post.sources));
    return match;
  }
  match.holds_all = all.everybody && (holds_all(post.op) || (post.on_window && frees(post.op)));
  match.all_entered = all.last_enter;
  if (!post.receives) return match;
  match.free_from = std::max(all.first_end, all.last_enter);
  switch (synchronization_of(post.op)) {
    case Synchronization::barrier:
    case Synchronization::all_to_all:
    case Synchronization::management:
    case Synchronization::none:
      match.last = side.last;
      break;
    case Synchronization::one_to_all:
      if (!post.root) match.last = all.root;
      break;
    case Synchronization::all_to_one:
      if (post.root) {
        match.first = side.first_non_root;
        match.last = side.last_non_root;
      }
      break;
    case Synchronization::prefix:
      break;
  }
  return match;
}

/// Scans: the last of ranks 0..i, so the members have to be taken by rank.
void match_prefix(CollectiveInstance posts, CommId comm, const trace::Definitions& definitions,
                  const CommMembers& members, std::vector<CollectiveMatch>& matches) {
  Arrival last;
  for (const LocationGroupId member : members.processes(definitions.communicators[comm.index()].group)) {
    const CollectivePost* const post = find_post(posts, member);
    if (!post) continue;
    if (post->contributes) last = later(last, arrival_of(*post));
    if (post->receives) matches[static_cast<size_t>(post - posts.data())].last = last;
  }
}

/// Whom each of `posts` waits for among them.
void match_posts(CollectiveInstance posts, const trace::Definitions& definitions, const CommMembers& members,
                 std::vector<CollectiveMatch>& matches) {
  const CommId comm = posts.front().comm;
  const Instance all = summarize(posts, definitions.communicators[comm.index()].kind == CommKind::inter);
  matches.clear();
  for (const CollectivePost& post : posts) matches.push_back(match_of(post, posts, all, members));
  if (synchronization_of(posts.front().op) == Synchronization::prefix)
    match_prefix(posts, comm, definitions, members, matches);
}

/// Whether anybody was through before somebody it waits for had come.
bool is_violated(CollectiveInstance posts, const std::vector<CollectiveMatch>& matches) {
  for (size_t i = 0; i < posts.size(); ++i) {
    if (matches[i].last.known() && matches[i].last.enter > posts[i].end) return true;
  }
  return false;
}

/// The same by the clock that two of them share: those on each node, for themselves.
bool is_violated_on_a_node(CollectiveInstance posts, const LocalTrace& trace, const CommMembers& members) {
  std::map<trace::SystemNodeId, std::vector<CollectivePost>> by_node;
  for (const CollectivePost& post : posts) {
    const trace::SystemNodeId node = trace.clock_nodes[post.process];
    if (node.valid()) by_node[node].push_back(post);
  }
  std::vector<CollectiveMatch> matches;
  return std::any_of(by_node.begin(), by_node.end(), [&](const auto& on_node) {
    match_posts(on_node.second, trace.definitions, members, matches);
    return is_violated(on_node.second, matches);
  });
}

void count_operation(Anomaly kind, CollectiveInstance posts, AnomalyReport& anomalies) {
  std::vector<AnomalyReport::Place> members;
  for (const CollectivePost& post : posts)
    members.push_back({kind, post.path, LocationGroupId(size_t{post.process})});
  anomalies.count_together(members);
}

/// Works out one operation, or counts what is wrong with it; `posts` are its members' by process.
void match_instance(CollectiveInstance posts, const LocalTrace& trace, const CommMembers& members,
                    std::vector<CollectiveMatch>& matches, AnomalyReport& anomalies) {
  matches.assign(posts.size(), {});
  if (!is_complete(posts, members)) return count_operation(Anomaly::incomplete_collective, posts, anomalies);
  if (!is_consistent(posts)) return count_operation(Anomaly::mismatched_collective, posts, anomalies);
  match_posts(posts, trace.definitions, members, matches);
  if (trace.clock_nodes.empty() || !is_violated(posts, matches)) return;
  if (!is_violated_on_a_node(posts, trace, members)) return;
  for (CollectiveMatch& match : matches) {
    match.contradicts_clock = true;
    match.holds_all = false;
  }
}

/// What one task found out.
struct Found {
  std::vector<Answer> answers;  ///< for other ranks
  AnomalyReport anomalies;
};

/// Works out what is dealt to this rank; what own members have to know is set.
std::vector<Found> match_dealt(const LocalTrace& trace, const CommMembers& members,
                               const DealtCollectives& dealt, CollectiveMatches& matches) {
  constexpr size_t kGrain = 4096;  // parts
  std::vector<Part> operations;
  for (size_t i = 0; i < dealt.size(); ++i) {
    if (dealt.parts(i) > 0) operations.push_back({i, 0, dealt.parts(i)});
  }
  const Tasks tasks(std::move(operations), kGrain);
  std::vector<Found> found(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<CollectivePost> room;
    std::vector<CollectiveMatch> of_posts;
    for (const Part& operation : tasks[task]) {
      const CollectiveInstance posts = dealt.at(operation.location, room);
      match_instance(posts, trace, members, of_posts, found[task].anomalies);
      for (size_t i = 0; i < posts.size(); ++i) {
        const LocationId location(posts[i].location);
        if (trace.is_local(location))
          matches[trace.local(location)][posts[i].operation] = of_posts[i];
        else
          found[task].answers.push_back({posts[i].location, posts[i].operation, of_posts[i]});
      }
    }
  });
  return found;
}

}  // namespace

bool contradicts_clock(CollectiveInstance posts, const LocalTrace& trace, const CommMembers& members) {
  if (trace.clock_nodes.empty()) return false;
  return is_violated_on_a_node(posts, trace, members);
}

CollectiveMatches match_collectives(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                                    AnomalyReport& anomalies) {
  CollectiveMatches matches(trace.locations.size());
  parallel_for(matches.size(), [&](size_t l) { matches[l].resize(trace.locations[l].collectives.size()); });
  const DealtCollectives dealt(trace, members, comm);
  std::vector<std::vector<Answer>> answers(static_cast<size_t>(comm.size()));
  for (Found& found : match_dealt(trace, members, dealt, matches)) {
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
