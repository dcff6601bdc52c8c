// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where delays are felt.
//
// A delay's costs are kept where it happened; the waits that they were charged for are elsewhere. This sums
// up, for each delaying call path, what it cost in waits of which kind, at which call path, on which process:
//
//     solve (rank 2)  --  Late Sender in exchange/MPI_Recv, rank 1   3.0 s
//                     \_  Wait at Barrier in MPI_Barrier, rank 3     0.5 s
//
// Each location sums up what it caused, a long one in parts. A delaying call path's sums go to one rank,
// which adds them up in the order of the locations, so that the result does not depend on who had which, and
// proposes its most costly ones. All ranks choose the same from all proposals, and whoever has a chosen one
// sends it to the first rank.
//
// Cost: O(delays x call paths), then what goes between the ranks: a line for each call path, kind and
// process. What goes to one rank is what is kept.

#include "analyze/results/find_consequences.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <tsl/robin_map.h>

#include <algorithm>
#include <compare>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

#include "analyze/model/tasks.h"
#include "base/concatenate.h"
#include "base/free_list.h"
#include "base/parallel.h"
#include "report/locations.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

constexpr size_t kDelaysKept = 20;
constexpr size_t kOfEachDelay = 5;
/// Is how many delays of a location are summed up together; always the same ones.
constexpr size_t kGrain = 1U << 15U;

/// Is what delays on `delay` cost in waits of one kind on `path` in one process, in ticks.
struct Cost {
  CallPathId delay;
  Builtin metric;
  CallPathId path;
  trace::LocationGroupId process;
  double ticks;
};

/// Adds up costs of one delaying call path that differ in the number only, in the order in which they stand.
void add_up(std::vector<Cost>& costs) {
  const auto position = [](const Cost& cost) { return std::tuple(cost.metric, cost.path, cost.process); };
  std::stable_sort(costs.begin(), costs.end(),
                   [&](const Cost& a, const Cost& b) { return position(a) < position(b); });
  size_t kept = 0;
  for (size_t i = 0; i < costs.size(); ++i) {
    if (kept > 0 && position(costs[kept - 1]) == position(costs[i])) {
      costs[kept - 1].ticks += costs[i].ticks;
    } else {
      costs[kept++] = costs[i];
    }
  }
  costs.resize(kept);
}

/// Is what a delay led to: waits of one kind on one call path of a process.
struct Effect {
  Builtin metric;
  CallPathId path;
  trace::LocationGroupId process;
  auto operator<=>(const Effect&) const = default;
};

struct EffectHash {
  size_t operator()(const Effect& effect) const {
    constexpr uint64_t kSpread = 0x9E3779B97F4A7C15u;
    const uint64_t where = uint64_t{effect.path.value} << 32U | effect.process.value;
    return ((where + static_cast<uint64_t>(effect.metric) * kSpread) * kSpread) >> 32U;
  }
};

/// Sums up what some delays of one location after the other cost; for one thread.
class CostSums {
 public:
  explicit CostSums(const LocalTrace& trace) : trace_(trace), ticks_(trace.call_tree.nodes().size()) {}

  /// Returns costs by effect, each once. Delays with the same effect are taken together, so that only their
  /// number of call paths matters, not how often those occur.
  std::vector<Cost> of(const Delays& delays, Range part) {
    const std::span<const Delay> list = std::span(delays.list).subspan(part.begin, part.size());
    group_by_effect(list);
    costs_.clear();
    size_t next = 0;
    for (const uint32_t group : order_) {
      for (; next < groups_[group].position; ++next) add(delays, list[grouped_[next]]);
      const Effect& effect = groups_[group].effect;
      for (const CallPathId path : touched_)
        costs_.push_back(
            {path, effect.metric, effect.path, effect.process, std::exchange(ticks_[path.index()], 0)});
      touched_.clear();
    }
    return costs_;  // is a copy without room to grow
  }

 private:
  struct EffectGroup {
    Effect effect;
    size_t delays;
    size_t position;  ///< Is the position of its next delay among all; in the end, behind its last one.
  };

  /// Sorts delays by effect; in a group, they keep their order.
  void group_by_effect(std::span<const Delay> delays) {
    // `clear` would cost as much as the most effects that any location had.
    for (const EffectGroup& group : groups_) numbers_.erase(group.effect);
    groups_.clear();
    group_of_.clear();
    for (const Delay& delay : delays) {
      const Effect effect{delay.metric, delay.path, trace_.process_of(delay.waiter)};
      const auto [known, is_new] = numbers_.try_emplace(effect, static_cast<uint32_t>(groups_.size()));
      if (is_new) groups_.push_back({effect, 0, 0});
      ++groups_[known->second].delays;
      group_of_.push_back(known->second);
    }
    order_.resize(groups_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::sort(order_, {}, [&](uint32_t group) { return groups_[group].effect; });
    size_t position = 0;
    for (const uint32_t group : order_)
      groups_[group].position = std::exchange(position, position + groups_[group].delays);
    grouped_.resize(group_of_.size());
    for (uint32_t i = 0; i < group_of_.size(); ++i) grouped_[groups_[group_of_[i]].position++] = i;
  }

  void add(const Delays& delays, const Delay& delay) {
    const double share = static_cast<double>(delay.amount.count) * delay.scale();
    for (const PathTime& each : delays.of(delay)) {
      double& ticks = ticks_[each.path.index()];
      if (ticks == 0) touched_.push_back(each.path);
      ticks += share * static_cast<double>(each.time.count);
    }
  }

  const LocalTrace& trace_;
  std::vector<double> ticks_;  ///< Holds ticks by call path; zero between groups.
  std::vector<CallPathId> touched_;
  // These lists are of one part, and are fields so that not each has to allocate them.
  tsl::robin_map<Effect, uint32_t, EffectHash> numbers_;  ///< Holds the groups of effects.
  std::vector<EffectGroup> groups_;
  std::vector<uint32_t> group_of_;  ///< Holds groups by delay.
  std::vector<uint32_t> order_;     ///< Holds groups by effect.
  std::vector<uint32_t> grouped_;   ///< Holds delays by group.
  std::vector<Cost> costs_;
};

/// Is consecutive costs [begin, end) of a list.
struct Group {
  size_t begin;
  size_t end;
  double ticks = 0;
};

/// Divides costs [begin, end) where `same` does not hold.
template <class Same>
std::vector<Group> divide(const std::vector<Cost>& costs, size_t begin, size_t end, const Same& same) {
  std::vector<Group> groups;
  for (size_t i = begin; i < end; ++i) {
    if (groups.empty() || !same(costs[groups.back().begin], costs[i])) groups.push_back({i, i});
    groups.back().end = i + 1;
    groups.back().ticks += costs[i].ticks;
  }
  return groups;
}

template <class Costly>
void keep_largest(std::vector<Costly>& list, size_t most) {
  std::stable_sort(list.begin(), list.end(),
                   [](const Costly& a, const Costly& b) { return a.ticks > b.ticks; });
  list.resize(std::min(list.size(), most));
}

/// Is the largest groups of one delaying call path, and what they cost together.
struct DelayingPath {
  std::vector<Group> groups;
  double ticks = 0;
};

/// Finds the most costly paths of costs that are sorted, and complete for each call path that occurs in them.
std::vector<DelayingPath> most_costly(const std::vector<Cost>& costs) {
  const auto same_delay = [](const Cost& a, const Cost& b) { return a.delay == b.delay; };
  const auto same_waits = [](const Cost& a, const Cost& b) {
    return std::tuple(a.metric, a.path) == std::tuple(b.metric, b.path);
  };
  std::vector<DelayingPath> paths;
  for (const Group& delay : divide(costs, 0, costs.size(), same_delay)) {
    DelayingPath path{divide(costs, delay.begin, delay.end, same_waits)};
    keep_largest(path.groups, kOfEachDelay);
    for (const Group& group : path.groups) path.ticks += group.ticks;
    paths.push_back(std::move(path));
  }
  keep_largest(paths, kDelaysKept);
  return paths;
}

/// Is a delaying call path that its rank proposes.
struct Proposal {
  CallPathId delay;
  double ticks;
};

/// Chooses the most costly of all that are proposed by any rank.
std::vector<Proposal> choose(const std::vector<Cost>& owned, const std::vector<DelayingPath>& paths,
                             Comm& comm) {
  std::vector<Proposal> mine;
  for (const DelayingPath& path : paths) mine.push_back({owned[path.groups.front().begin].delay, path.ticks});
  std::vector<Proposal> all;
  for (const Bytes& bytes : comm.all_gather(to_bytes<Proposal>(mine))) {
    const std::vector<Proposal> theirs = from_bytes<Proposal>(bytes);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  std::sort(all.begin(), all.end(), [](const Proposal& a, const Proposal& b) { return a.delay < b.delay; });
  keep_largest(all, kDelaysKept);
  return all;
}

/// Is a consequence on its way to the first rank. Its processes travel beside it.
struct FoundConsequence {
  size_t position;  ///< Is the position of the delaying call path among the chosen ones.
  CallPathId delay;
  Builtin metric;
  CallPathId path;
  double ticks;
  size_t processes;
};

/// Returns the processes with the most costs, and those with nearly as many (report/locations.h).
std::vector<trace::LocationGroupId> hit_most(const std::vector<Cost>& costs, const Group& group) {
  double most = 0;
  for (size_t i = group.begin; i < group.end; ++i) most = std::max(most, costs[i].ticks);
  std::vector<trace::LocationGroupId> processes;
  for (size_t i = group.begin; i < group.end; ++i) {
    if (costs[i].ticks >= report::kNamedRanks * most) processes.push_back(costs[i].process);
  }
  return processes;
}

/// Returns what each part of a location's delays cost, in their order.
std::vector<std::vector<Cost>> costs_of_parts(const LocalTrace& trace, const std::vector<Delays>& delays) {
  const Tasks tasks(delays.size(), kGrain, [&](size_t l) { return delays[l].list.size(); });
  std::vector<std::vector<Cost>> of_parts(tasks.parts().size());
  oneapi::tbb::enumerable_thread_specific<CostSums, std::allocator<CostSums>> sums(
      [&] { return CostSums(trace); });
  parallel_for(tasks.size(), [&](size_t task) {
    for (const Part& part : tasks[task])
      of_parts[tasks.number(part)] = sums.local().of(delays[part.location], {part.begin, part.end});
  });
  return of_parts;
}

/// Adds up the costs of each delaying call path, `paths` of them.
std::vector<Cost> exchange_and_add_up(Comm& comm, std::vector<std::vector<Cost>> outgoing, size_t paths) {
  std::vector<size_t> sizes(paths);
  std::vector<std::vector<Cost>> incoming = exchange(comm, std::move(outgoing));
  for (const std::vector<Cost>& from_rank : incoming) {
    for (const Cost& cost : from_rank) ++sizes[cost.delay.index()];
  }
  std::vector<std::vector<Cost>> of_path(paths);
  for (size_t path = 0; path < paths; ++path) of_path[path].reserve(sizes[path]);
  for (std::vector<Cost>& from_rank : incoming) {
    for (const Cost& cost : from_rank) of_path[cost.delay.index()].push_back(cost);
    free_list(from_rank);
  }
  parallel_for(paths, [&](size_t path) { add_up(of_path[path]); });
  return concatenate(std::span(of_path));
}

void gather_chosen(const std::vector<Cost>& owned, const std::vector<DelayingPath>& paths,
                   const std::vector<Proposal>& chosen, std::vector<FoundConsequence>& found,
                   std::vector<trace::LocationGroupId>& processes) {
  for (size_t position = 0; position < chosen.size(); ++position) {
    const auto own = std::find_if(paths.begin(), paths.end(), [&](const DelayingPath& path) {
      return owned[path.groups.front().begin].delay == chosen[position].delay;
    });
    if (own == paths.end()) continue;
    for (const Group& group : own->groups) {
      const Cost& first = owned[group.begin];
      const std::vector<trace::LocationGroupId> hit = hit_most(owned, group);
      found.push_back({position, first.delay, first.metric, first.path, group.ticks, hit.size()});
      processes.insert(processes.end(), hit.begin(), hit.end());
    }
  }
}

/// Returns consequences from what each rank found, and the processes in it one after the other.
std::vector<store::Consequence> consequences_of(
    const LocalTrace& trace, const std::vector<std::vector<FoundConsequence>>& found,
    const std::vector<std::vector<trace::LocationGroupId>>& processes) {
  std::vector<std::pair<size_t, store::Consequence>> by_position;
  for (size_t rank = 0; rank < found.size(); ++rank) {
    auto process = processes[rank].begin();
    for (const FoundConsequence& each : found[rank]) {
      const double seconds = each.ticks / static_cast<double>(trace.definitions.ticks_per_second);
      store::Consequence consequence{each.delay, report::metric_id(each.metric), each.path, seconds, {}};
      for (size_t i = 0; i < each.processes; ++i) consequence.ranks.emplace_back((process++)->index());
      by_position.emplace_back(each.position, std::move(consequence));
    }
  }
  std::stable_sort(by_position.begin(), by_position.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<store::Consequence> consequences;
  for (auto& [position, consequence] : by_position) consequences.push_back(std::move(consequence));
  return consequences;
}

}  // namespace

std::vector<store::Consequence> find_consequences(const LocalTrace& trace, const std::vector<Delays>& delays,
                                                  Comm& comm) {
  const size_t ranks = static_cast<size_t>(comm.size());
  std::vector<std::vector<Cost>> of_parts = costs_of_parts(trace, delays);
  std::vector<std::vector<Cost>> to_owner(ranks);
  std::vector<size_t> sizes(ranks);
  for (const std::vector<Cost>& costs : of_parts) {
    for (const Cost& cost : costs) ++sizes[cost.delay.index() % ranks];
  }
  for (size_t rank = 0; rank < ranks; ++rank) to_owner[rank].reserve(sizes[rank]);
  for (std::vector<Cost>& costs : of_parts) {
    for (const Cost& cost : costs) to_owner[cost.delay.index() % ranks].push_back(cost);
    free_list(costs);
  }
  const std::vector<Cost> owned =
      exchange_and_add_up(comm, std::move(to_owner), trace.call_tree.nodes().size());
  // From here on each delaying call path is complete on one rank.

  const std::vector<DelayingPath> paths = most_costly(owned);
  const std::vector<Proposal> chosen = choose(owned, paths, comm);
  std::vector<std::vector<FoundConsequence>> found(ranks);
  std::vector<std::vector<trace::LocationGroupId>> processes(ranks);
  gather_chosen(owned, paths, chosen, found[0], processes[0]);
  found = exchange(comm, std::move(found));
  processes = exchange(comm, std::move(processes));
  return consequences_of(trace, found, processes);
}

}  // namespace latecomer::analyze
