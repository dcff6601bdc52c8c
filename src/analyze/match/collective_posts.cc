// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/match/collective_posts.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "analyze/match/process_order.h"
#include "base/free_list.h"
#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using trace::CommId;
using trace::CommKind;
using trace::LocationGroupId;

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

CollectivePost make_post(const LocalTrace& trace, const CommMembers& members, LocationGroupId process,
                         const CondensedLocation& location, uint32_t operation) {
  const Collective& collective = location.collectives[operation];
  const bool root = is_root(collective, members, process);
  const bool part = takes_part(collective, root);
  const bool vector = is_vector(collective.op);
  return {
      .context = context_of(collective, trace.definitions),
      .instance = collective.instance,
      .comm = collective.comm,
      .process = process.value,
      .location = location.id.value,
      .operation = operation,
      .sources = collective.sources,
      .enter = location.call(collective.start).enter,
      .end = trace.end_of(location, collective),
      .op = collective.op,
      .on_window = collective.window.valid(),
      .finalizes = trace.finalizes(location, collective),
      .root = root,
      .in_remote_group = trace.definitions.communicators[collective.comm.index()].kind == CommKind::inter &&
                         members.in_remote_group(collective.comm, process),
      .contributes = part && !(vector && collective.bytes_sent == 0),
      .receives = part && !(vector && collective.bytes_received == 0)};
}

/// Not of one's own.
bool has_others(const Collective& collective, const trace::Definitions& definitions) {
  return collective.comm.valid() && definitions.communicators[collective.comm.index()].kind != CommKind::self;
}

auto name_of(const CollectivePost& post) {
  return std::tuple(post.context, post.instance);
}

void number_collectives_of(LocalTrace& trace, LocationGroupId process) {
  std::unordered_map<uint32_t, uint32_t> instances;  // so far, by context
  const auto list = [](const CondensedLocation& location) -> const std::vector<Collective>& {
    return location.collectives;
  };
  const auto call_of = [](const CondensedLocation& location, uint32_t operation) {
    return CallRef{location.id, location.collectives[operation].start};
  };
  ProcessOrder(trace, process, list, call_of).for_each([&](uint32_t l, uint32_t i) {
    Collective& collective = trace.locations[l].collectives[i];
    if (has_others(collective, trace.definitions))
      collective.instance = instances[context_of(collective, trace.definitions)]++;
  });
}

}  // namespace

void number_collectives(LocalTrace& trace) {
  parallel_for(trace.own_processes.size(), [&](size_t p) {
    number_collectives_of(trace, LocationGroupId(trace.own_processes.begin + p));
  });
}

std::vector<CollectivePost> gather_collectives(const LocalTrace& trace, const CommMembers& members,
                                               Comm& comm) {
  std::vector<std::vector<CollectivePost>> leaving(static_cast<size_t>(comm.size()));
  for (const CondensedLocation& location : trace.locations) {
    const LocationGroupId process = trace.process_of(location.id);
    for (uint32_t i = 0; i < location.collectives.size(); ++i) {
      if (!has_others(location.collectives[i], trace.definitions)) continue;
      const CollectivePost post = make_post(trace, members, process, location, i);
      leaving[(post.context + post.instance) % leaving.size()].push_back(post);
    }
  }
  std::vector<CollectivePost> posts;
  for (std::vector<CollectivePost>& from_rank : exchange(comm, std::move(leaving))) {
    posts.insert(posts.end(), from_rank.begin(), from_rank.end());
    free_list(from_rank);
  }
  std::sort(posts.begin(), posts.end(), [](const CollectivePost& a, const CollectivePost& b) {
    return std::tuple(name_of(a), a.process) < std::tuple(name_of(b), b.process);
  });
  return posts;
}

std::vector<CollectiveInstance> instances_of(const std::vector<CollectivePost>& posts) {
  std::vector<CollectiveInstance> instances;
  for (size_t begin = 0, end = 0; begin < posts.size(); begin = end) {
    while (end < posts.size() && name_of(posts[end]) == name_of(posts[begin])) ++end;
    instances.emplace_back(posts.data() + begin, end - begin);
  }
  return instances;
}

bool is_consistent(CollectiveInstance instance) {
  return std::all_of(instance.begin(), instance.end(),
                     [&](const CollectivePost& post) { return post.op == instance.front().op; });
}

const CollectivePost* find_post(CollectiveInstance instance, LocationGroupId process) {
  const auto found =
      std::lower_bound(instance.begin(), instance.end(), process.value,
                       [](const CollectivePost& post, uint32_t wanted) { return post.process < wanted; });
  return found != instance.end() && found->process == process.value ? &*found : nullptr;
}

}  // namespace latecomer::analyze
