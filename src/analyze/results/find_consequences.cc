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
// Each location sums up what it caused. A delaying call path's sums go to one rank, which adds them up in the
// order of the locations, so that the result does not depend on who had which, and proposes its most costly
// ones.
//
// Cost: O(delays x call paths), then what goes between the ranks: a line for each call path, kind and
// process.

#include "analyze/results/find_consequences.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/parallel.h"

namespace latecomer::analyze {

namespace {

using report::Builtin;

constexpr size_t kDelaysKept = 20;
constexpr size_t kOfEachDelay = 5;

/// What delays on `delay` cost in waits of one kind on `path` in one process, in ticks.
struct Cost {
  CallPathId delay;
  Builtin metric;
  CallPathId path;
  trace::LocationGroupId process;
  double ticks;
};

/// Adds up costs that differ in the number only, in the order in which they stand.
void add_up(std::vector<Cost>& costs) {
  const auto place = [](const Cost& cost) {
    return std::tuple(cost.delay, cost.metric, cost.path, cost.process);
  };
  std::stable_sort(costs.begin(), costs.end(),
                   [&](const Cost& a, const Cost& b) { return place(a) < place(b); });
  size_t kept = 0;
  for (size_t i = 0; i < costs.size(); ++i) {
    if (kept > 0 && place(costs[kept - 1]) == place(costs[i])) {
      costs[kept - 1].ticks += costs[i].ticks;
    } else {
      costs[kept++] = costs[i];
    }
  }
  costs.resize(kept);
}

/// Of one location's delays; each place occurs once. Delays that led to waits of the same kind at the same
/// place are taken together, so that only their number of call paths matters, not how often those occur.
std::vector<Cost> costs_of(const LocalTrace& trace, const Delays& delays) {
  const auto waits = [&](const Delay& delay) {
    return std::tuple(delay.metric, delay.path, trace.process_of(delay.waiter));
  };
  std::vector<const Delay*> sorted;
  for (const Delay& delay : delays.list) sorted.push_back(&delay);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Delay* a, const Delay* b) { return waits(*a) < waits(*b); });
  std::vector<Cost> costs;
  std::vector<double> ticks(trace.call_tree.nodes().size());
  std::vector<CallPathId> touched;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Delay& delay = *sorted[i];
    const double share = static_cast<double>(delay.amount.count) * delay.scale();
    for (const PathTime& each : delays.of(delay)) {
      if (ticks[each.path.index()] == 0) touched.push_back(each.path);
      ticks[each.path.index()] += share * static_cast<double>(each.time.count);
    }
    if (i + 1 < sorted.size() && waits(delay) == waits(*sorted[i + 1])) continue;
    for (const CallPathId path : touched)
      costs.push_back({path, delay.metric, delay.path, trace.process_of(delay.waiter),
                       std::exchange(ticks[path.index()], 0)});
    touched.clear();
  }
  return costs;
}

/// Consecutive costs [begin, end) of a list.
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

/// The largest groups of one delaying call path, and what they cost together.
struct DelayingPath {
  std::vector<Group> groups;
  double ticks = 0;
};

/// Of costs that are sorted, and complete for each call path that occurs in them.
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

report::Consequence consequence_of(const LocalTrace& trace, const std::vector<Cost>& costs,
                                   const Group& group) {
  constexpr double kConsiderable = 0.1;
  const Cost& first = costs[group.begin];
  report::Consequence consequence{first.delay,
                                  std::string(report::id_of(first.metric)),
                                  first.path,
                                  group.ticks / static_cast<double>(trace.definitions.ticks_per_second),
                                  {}};
  double most = 0;
  for (size_t i = group.begin; i < group.end; ++i) most = std::max(most, costs[i].ticks);
  for (size_t i = group.begin; i < group.end; ++i) {
    if (costs[i].ticks >= kConsiderable * most) consequence.ranks.emplace_back(costs[i].process.index());
  }
  return consequence;
}

std::vector<Cost> exchange_and_add_up(Comm& comm, std::vector<std::vector<Cost>> outgoing) {
  std::vector<Cost> all;
  for (const std::vector<Cost>& from_rank : exchange(comm, std::move(outgoing)))
    all.insert(all.end(), from_rank.begin(), from_rank.end());
  add_up(all);
  return all;
}

}  // namespace

std::vector<report::Consequence> find_consequences(const LocalTrace& trace, const std::vector<Delays>& delays,
                                                   Comm& comm) {
  const size_t ranks = static_cast<size_t>(comm.size());
  std::vector<std::vector<Cost>> of_location(delays.size());
  parallel_for(delays.size(), [&](size_t l) { of_location[l] = costs_of(trace, delays[l]); });
  std::vector<std::vector<Cost>> to_owner(ranks);
  for (const std::vector<Cost>& costs : of_location) {
    for (const Cost& cost : costs) to_owner[cost.delay.index() % ranks].push_back(cost);
  }
  const std::vector<Cost> owned = exchange_and_add_up(comm, std::move(to_owner));
  // From here on each delaying call path is complete on one rank.

  std::vector<std::vector<Cost>> proposed(ranks);
  for (const DelayingPath& path : most_costly(owned)) {
    for (const Group& group : path.groups)
      proposed[0].insert(proposed[0].end(), owned.begin() + static_cast<ptrdiff_t>(group.begin),
                         owned.begin() + static_cast<ptrdiff_t>(group.end));
  }
  const std::vector<Cost> all = exchange_and_add_up(comm, std::move(proposed));
  std::vector<report::Consequence> consequences;
  for (const DelayingPath& path : most_costly(all)) {
    for (const Group& group : path.groups) consequences.push_back(consequence_of(trace, all, group));
  }
  return consequences;
}

}  // namespace latecomer::analyze
