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
// Cost: O(members of all operations), sorted by name; 64 bytes a member there, 56 back.

#include "analyze/match/match_collectives.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

#include "analyze/match/synchronization.h"

namespace latecomer::analyze {

namespace {

using trace::Anomaly;
using trace::CollectiveOp;
using trace::CommId;
using trace::CommKind;
using trace::GroupId;
using trace::LocationGroupId;
using trace::LocationId;

/// One member's part in one operation.
struct Post {
  uint32_t context;   ///< communicator or window
  uint32_t instance;  ///< n-th operation of the context
  CommId comm;
  uint32_t process;
  uint32_t location;
  uint32_t operation;
  GroupId sources;
  Ticks enter;
  Ticks end;  ///< of its part
  CollectiveOp op;
  bool on_window;
  bool root;
  bool in_remote_group;
  bool contributes;  ///< others may wait for it
  bool receives;     ///< it may wait for others
};

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

Arrival arrival_of(const Post& post) {
  return {post.enter, LocationId(post.location)};
}

bool is_root(const Collective& collective, const CommMembers& members, LocationGroupId process) {
  if (collective.root == trace::kSelfRank) return true;
  if (collective.root == trace::kNoRank || collective.root == trace::kThisGroup) return false;
  return members.process(collective.comm, process, collective.root) == process;
}

/// In rooted operations over an intercommunicator, the root's own group has nothing to do but the root.
bool takes_part(const Collective& collective, bool root) {
  return root || collective.root != trace::kThisGroup;
}

/// Communicators and, after them, windows: what counts its operations for itself.
uint32_t context_of(const Collective& collective, const trace::Definitions& definitions) {
  if (!collective.window.valid()) return collective.comm.value;
  return static_cast<uint32_t>(definitions.communicators.size() + collective.window.index());
}

Post make_post(const LocalTrace& trace, const CommMembers& members, LocationGroupId process,
               const CondensedLocation& location, uint32_t operation, uint32_t instance) {
  const Collective& collective = location.collectives[operation];
  const bool root = is_root(collective, members, process);
  const bool part = takes_part(collective, root);
  const bool vector = is_vector(collective.op);
  return {
      .context = context_of(collective, trace.definitions),
      .instance = instance,
      .comm = collective.comm,
      .process = process.value,
      .location = location.id.value,
      .operation = operation,
      .sources = collective.sources,
      .enter = location.calls[collective.start].enter,
      .end = trace.end_of(location, collective),
      .op = collective.op,
      .on_window = collective.window.valid(),
      .root = root,
      .in_remote_group = trace.definitions.communicators[collective.comm.index()].kind == CommKind::inter &&
                         members.in_remote_group(collective.comm, process),
      .contributes = part && !(vector && collective.bytes_sent == 0),
      .receives = part && !(vector && collective.bytes_received == 0)};
}

std::vector<std::vector<Post>> post_collectives(const LocalTrace& trace, const CommMembers& members,
                                                int ranks) {
  std::vector<std::vector<Post>> posts(static_cast<size_t>(ranks));
  for (size_t p = trace.own_processes.begin; p < trace.own_processes.end; ++p) {
    const LocationGroupId process(p);
    std::unordered_map<uint32_t, uint32_t> instances;  // so far, by context
    const auto list = [](const CondensedLocation& location) -> const std::vector<Collective>& {
      return location.collectives;
    };
    const auto start = [](const CondensedLocation& location, uint32_t operation) {
      return location.calls[location.collectives[operation].start].enter;
    };
    for (const auto& [l, i] : in_process_order(trace, process, list, start)) {
      const CondensedLocation& location = trace.locations[l];
      const CommId comm = location.collectives[i].comm;
      if (!comm.valid() || trace.definitions.communicators[comm.index()].kind == CommKind::self) continue;
      const uint32_t context = context_of(location.collectives[i], trace.definitions);
      const uint32_t instance = instances[context]++;
      const uint32_t home = (context + instance) % static_cast<uint32_t>(ranks);
      posts[home].push_back(make_post(trace, members, process, location, i, instance));
    }
  }
  return posts;
}

/// What all members have in common; for intercommunicators apart for the two groups.
struct Side {
  Arrival last;            ///< of those who contribute
  Arrival first_non_root;  ///< of those who contribute and are not the root
  Arrival last_non_root;
};

struct Instance {
  Side sides[2];
  Arrival root;
  Ticks last_enter = Ticks::min();
  Ticks first_end = Ticks::max();
  bool inter = false;
  bool everybody = true;  ///< has something to give and to get
};

Instance summarize(std::span<const Post> posts, bool inter) {
  Instance all;
  all.inter = inter;
  for (const Post& post : posts) {
    all.last_enter = std::max(all.last_enter, post.enter);
    all.first_end = std::min(all.first_end, post.end);
    if (post.root) all.root = arrival_of(post);
    all.everybody = all.everybody && post.contributes && post.receives;
    if (!post.contributes) continue;
    Side& side = all.sides[post.in_remote_group ? 1 : 0];
    side.last = later(side.last, arrival_of(post));
    if (post.root) continue;
    side.first_non_root = earlier(side.first_non_root, arrival_of(post));
    side.last_non_root = later(side.last_non_root, arrival_of(post));
  }
  return all;
}

/// The last of the members that a neighbourhood collective gets data from.
Arrival last_of_sources(std::span<const Post> posts, const std::vector<LocationGroupId>& sources) {
  Arrival last;
  for (const LocationGroupId source : sources) {
    const auto found =
        std::lower_bound(posts.begin(), posts.end(), source.value,
                         [](const Post& post, uint32_t process) { return post.process < process; });
    if (found != posts.end() && found->process == source.value) last = later(last, arrival_of(*found));
  }
  return last;
}

/// Whom `post` waits for, except in prefix operations.
CollectiveMatch match_of(const Post& post, std::span<const Post> posts, const Instance& all,
                         const CommMembers& members) {
  CollectiveMatch match{.complete = true};
  const bool other_side = all.inter && !post.in_remote_group;
  const Side& side = all.sides[all.inter ? (other_side ? 1 : 0) : 0];
  if (post.sources.valid()) {
    match.last = last_of_sources(posts, members.processes(post.sources));
    return match;
  }
  match.free_from = std::max(all.first_end, all.last_enter);
  match.holds_all = all.everybody && (holds_all(post.op) || (post.on_window && frees(post.op)));
  match.all_entered = all.last_enter;
  if (!post.receives) return match;
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
void match_prefix(std::span<const Post> posts, CommId comm, const trace::Definitions& definitions,
                  const CommMembers& members, std::vector<CollectiveMatch>& matches) {
  Arrival last;
  for (const LocationGroupId member : members.processes(definitions.communicators[comm.index()].group)) {
    const auto found =
        std::lower_bound(posts.begin(), posts.end(), member.value,
                         [](const Post& post, uint32_t process) { return post.process < process; });
    last = later(last, arrival_of(*found));
    matches[static_cast<size_t>(found - posts.begin())].last = last;
  }
}

/// Works out one operation; `posts` are its members' by process.
std::vector<CollectiveMatch> match_instance(std::span<const Post> posts,
                                            const trace::Definitions& definitions, const CommMembers& members,
                                            AnomalyReport& anomalies) {
  const CommId comm = posts.front().comm;
  std::vector<CollectiveMatch> matches(posts.size());
  if (posts.size() != members.size(comm)) {
    anomalies.counts.count(Anomaly::incomplete_collective);
    return matches;
  }
  if (std::any_of(posts.begin(), posts.end(),
                  [&](const Post& post) { return post.op != posts.front().op; })) {
    anomalies.counts.count(Anomaly::mismatched_collective);
    return matches;
  }
  const Instance all = summarize(posts, definitions.communicators[comm.index()].kind == CommKind::inter);
  for (size_t i = 0; i < posts.size(); ++i) matches[i] = match_of(posts[i], posts, all, members);
  if (synchronization_of(posts.front().op) == Synchronization::prefix) {
    match_prefix(posts, comm, definitions, members, matches);
  }
  return matches;
}

std::vector<Post> sort_by_instance(std::vector<std::vector<Post>> arrived) {
  std::vector<Post> posts;
  for (std::vector<Post>& from_rank : arrived) {
    posts.insert(posts.end(), from_rank.begin(), from_rank.end());
    from_rank = {};
  }
  const auto name = [](const Post& post) { return std::tuple(post.context, post.instance, post.process); };
  std::sort(posts.begin(), posts.end(), [&](const Post& a, const Post& b) { return name(a) < name(b); });
  return posts;
}

std::vector<std::vector<Answer>> answer(const LocalTrace& trace, const CommMembers& members,
                                        const std::vector<Post>& posts, int ranks, AnomalyReport& anomalies) {
  std::vector<std::vector<Answer>> answers(static_cast<size_t>(ranks));
  for (size_t begin = 0, end = 0; begin < posts.size(); begin = end) {
    while (end < posts.size() && posts[end].context == posts[begin].context &&
           posts[end].instance == posts[begin].instance) {
      ++end;
    }
    const std::span<const Post> instance(posts.data() + begin, end - begin);
    const std::vector<CollectiveMatch> matches =
        match_instance(instance, trace.definitions, members, anomalies);
    for (size_t i = 0; i < instance.size(); ++i) {
      answers[trace.rank_of(LocationGroupId(instance[i].process))].push_back(
          {instance[i].location, instance[i].operation, matches[i]});
    }
  }
  return answers;
}

}  // namespace

CollectiveMatches match_collectives(const LocalTrace& trace, const CommMembers& members, Comm& comm,
                                    AnomalyReport& anomalies) {
  const std::vector<Post> posts =
      sort_by_instance(exchange(comm, post_collectives(trace, members, comm.size())));
  CollectiveMatches matches;
  for (const CondensedLocation& location : trace.locations) matches.emplace_back(location.collectives.size());
  for (const std::vector<Answer>& from_rank :
       exchange(comm, answer(trace, members, posts, comm.size(), anomalies))) {
    for (const Answer& each : from_rank) {
      matches[each.location - trace.own_locations.begin][each.operation] = each.match;
    }
  }
  return matches;
}

}  // namespace latecomer::analyze
