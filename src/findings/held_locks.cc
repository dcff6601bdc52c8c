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
// Of each wait state only the longest waits are looked at. Cost: O(waits), once, and a search for each of
// those.

#include "findings/held_locks.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/parallel.h"
#include "store/read_findings.h"

namespace latecomer::findings {

using namespace query;
using namespace report;
using store::Activity;
using store::FindingsStore;
using store::Wait;

namespace {

constexpr size_t kLongest = 64;

bool is_for_lock(const Report& report, MetricId metric) {
  return report.metrics[metric.index()].id.find("lock_contention") != std::string::npos;
}

bool has_waits_for_locks(const Space& space) {
  for (size_t m = 0; m < space.report().metrics.size(); ++m)
    if (is_for_lock(space.report(), MetricId(m)) && space.total(MetricId(m)) > 0) return true;
  return false;
}

/// Keeps the longest of waits, of equally long ones those that stand first.
void keep_longest(std::vector<Wait>& waits) {
  std::ranges::stable_sort(waits, std::greater(), &Wait::amount);
  waits.resize(std::min(waits.size(), kLongest));
}

}  // namespace

HeldLocks::HeldLocks(const Space& space)
    : space_(space), measured_(space.report()), store_(FindingsStore::open(space.report())) {
  if (!store_ || !has_waits_for_locks(space)) return;
  const std::vector<store::Entry> chunks = store_->entries(Wait::kTable);
  std::vector<std::map<Key, std::vector<Wait>>> of_chunks(chunks.size());
  parallel_for(chunks.size(), [&](size_t i) {
    const Result<std::vector<Wait>> waits = store_->read_chunk<Wait>(chunks[i]);
    for (size_t k = 0; waits && k < waits->size(); ++k) {
      const Wait& each = (*waits)[k];
      if (is_for_lock(space.report(), each.metric)) of_chunks[i][{each.metric, each.path}].push_back(each);
    }
    for (auto& [key, longest] : of_chunks[i]) keep_longest(longest);
  });
  for (const auto& of_chunk : of_chunks) {
    for (const auto& [key, waits] : of_chunk) {
      std::vector<Wait>& longest = longest_[key];
      longest.insert(longest.end(), waits.begin(), waits.end());
      keep_longest(longest);
    }
  }
}

/// Returns, by call path, how long the last holders were there during the longest waits, in ticks.
Result<std::vector<double>> HeldLocks::times_held(const WaitState& state) const {
  std::vector<Wait> waits;
  for (const CallPathId path : paths_of(state)) {
    const auto found = longest_.find({state.metric, path});
    if (found != longest_.end()) waits.insert(waits.end(), found->second.begin(), found->second.end());
  }
  keep_longest(waits);
  std::vector<double> held(space_.report().call_paths.size());
  for (const Wait& wait : waits) {
    if (!wait.cause.valid()) continue;
    TRY(const std::vector<Activity> did,
        store::read_finest_activities(*store_, wait.cause, {wait.begin(), wait.end}));
    for (const Activity& each : did) {
      const Ticks within = std::min(each.end, wait.end) - std::max(each.begin, wait.begin());
      if (within <= Ticks() || !each.path.valid() || longest_.contains({wait.metric, each.path})) continue;
      held[each.path.index()] += static_cast<double>(within.count);
    }
  }
  return held;
}

std::optional<HeldIn> HeldLocks::during(const WaitState& state) const {
  if (longest_.empty() || !is_for_lock(space_.report(), state.metric)) return std::nullopt;
  const Result<std::vector<double>> held = times_held(state);
  if (!held) return std::nullopt;
  const double all = std::accumulate(held->begin(), held->end(), 0.0);
  if (all == 0) return std::nullopt;
  const std::vector<double> sums = measured_.sums(*held);
  const auto most = static_cast<size_t>(std::ranges::max_element(sums) - sums.begin());
  const std::optional<SampledPart> part = most_sampled_in(space_, measured_, CallPathId(most), *held);
  return HeldIn{part ? part->path : CallPathId(most), (part ? part->share : 1) * sums[most] / all};
}

}  // namespace latecomer::findings
