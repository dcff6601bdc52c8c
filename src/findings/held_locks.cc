// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// Where a lock is held while others wait for it: what its last holder does meanwhile.
//
//     waiter    |~~~~~~~~~~~ wait ~~~~~~~~~~~|
//     holder    |~ waits, too ~|--- insert ---|        insert: all of the time in which it holds the lock
//
// What delays the holder otherwise, before it has the lock, is a cause of the waiting and explains nothing of
// the lock. A wait of the holder for a lock is left out: then another one has it, which is found with that
// wait.
//
// Of each wait state only the longest waits are looked at. Cost: O(waits), and a search for each of those.

#include "findings/held_locks.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "findings/gaps.h"
#include "store/findings_store.h"
#include "store/timeline_tables.h"

namespace latecomer::findings {

using namespace query;
using namespace report;
using store::Activity;
using store::FindingsStore;
using store::Wait;

namespace {

constexpr size_t kLongest = 64;

/// Returns the longest waits of a wait state, and adds the call paths in which threads wait for such locks.
Result<std::vector<Wait>> longest_waits(const FindingsStore& store, const WaitState& state,
                                        std::set<CallPathId>& for_locks) {
  const std::vector<CallPathId> paths = paths_of(state);
  std::vector<Wait> longest;
  for (const store::Entry& chunk : store.entries(Wait::kTable)) {
    TRY(const std::vector<Wait> waits, store.read_chunk<Wait>(chunk));
    for (const Wait& each : waits) {
      if (each.metric != state.metric) continue;
      for_locks.insert(each.path);
      if (each.cause.valid() && std::ranges::count(paths, each.path) > 0) longest.push_back(each);
    }
    std::ranges::stable_sort(longest, std::greater(), &Wait::amount);
    longest.resize(std::min(longest.size(), kLongest));
  }
  return longest;
}

/// Reads what a location did in some interval, in as much detail as there is.
Result<std::vector<Activity>> activities_in(const FindingsStore& store, LocationId location,
                                            const store::Interval& when) {
  std::vector<Activity> rows;
  std::optional<uint32_t> finest;
  for (const store::Entry& chunk :
       store.entries(Activity::kTable, store::last_level(Activity::kTable), location)) {
    if (finest.value_or(chunk.table) != chunk.table) break;
    finest = chunk.table;
    if (!overlap(interval_of(chunk), when)) continue;
    TRY(const std::vector<Activity> more, store.read_chunk<Activity>(chunk));
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

Result<std::optional<HeldIn>> find_held_in(const Space& space, const WaitState& state) {
  const Report& report = space.report();
  TRY(const FindingsStore store, FindingsStore::open(report));
  std::set<CallPathId> for_locks;
  TRY(const std::vector<Wait> waits, longest_waits(store, state, for_locks));
  const MeasuredPaths measured(report);
  std::vector<double> held(report.call_paths.size());
  for (const Wait& wait : waits) {
    TRY(const std::vector<Activity> did, activities_in(store, wait.cause, {wait.begin(), wait.end}));
    for (const Activity& each : did) {
      const Ticks within = std::min(each.end, wait.end) - std::max(each.begin, wait.begin());
      if (within <= Ticks() || !each.path.valid() || for_locks.contains(each.path)) continue;
      held[each.path.index()] += static_cast<double>(within.count);
    }
  }
  const double all = std::accumulate(held.begin(), held.end(), 0.0);
  if (all == 0) return std::optional<HeldIn>();
  const std::vector<double> sums = measured.sums(held);
  const auto most = static_cast<size_t>(std::ranges::max_element(sums) - sums.begin());
  const std::optional<SampledPart> part = most_sampled_in(space, measured, CallPathId(most), held);
  return std::optional(
      HeldIn{part ? part->path : CallPathId(most), (part ? part->share : 1) * sums[most] / all});
}

}  // namespace

std::optional<HeldIn> held_in(const Space& space, const WaitState& state) {
  if (space.report().metrics[state.metric.index()].id.find("lock_contention") == std::string::npos)
    return std::nullopt;
  const Result<std::optional<HeldIn>> held = find_held_in(space, state);
  return held ? *held : std::nullopt;
}

}  // namespace latecomer::findings
