// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file finds the worst single waits, as examples of what the sums are made of. All wait states of the
// store are looked at, a chunk at a time; of waits of the same length, the earlier one comes first, then that
// of the lower location. What explains a wait stands among the delays of its cause.
//
// Cost: O(wait states).

#include "findings/instances.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "findings/gaps.h"
#include "report/run_clock.h"
#include "store/findings_store.h"
#include "store/read_findings.h"

namespace latecomer::findings {

using namespace report;
using store::Delay;
using store::Entry;
using store::FindingsStore;
using store::Wait;

namespace {

constexpr size_t kOfEachKind = 5;

struct Candidate {
  LocationId waiter;
  uint32_t number;  ///< Is the position among the waiter's wait states.
  Wait wait;
};

bool is_before(const Candidate& a, const Candidate& b) {
  return std::tuple(b.wait.amount, a.wait.begin(), a.waiter, a.number) <
         std::tuple(a.wait.amount, b.wait.begin(), b.waiter, b.number);
}

/// Keeps the first few of the candidates of each kind that were added.
class MostSevere {
 public:
  explicit MostSevere(size_t kinds) : kinds_(kinds) {}

  void add(const Candidate& candidate) {
    std::vector<Candidate>& kind = kinds_[candidate.wait.metric.index()];
    if (kind.size() == kOfEachKind && !is_before(candidate, kind.back())) return;
    kind.insert(std::ranges::upper_bound(kind, candidate, is_before), candidate);
    if (kind.size() > kOfEachKind) kind.pop_back();
  }

  /// Returns the candidates by kind, most severe first.
  std::vector<Candidate> all() const {
    std::vector<Candidate> all;
    for (const std::vector<Candidate>& kind : kinds_) std::ranges::copy(kind, std::back_inserter(all));
    return all;
  }

 private:
  std::vector<std::vector<Candidate>> kinds_;
};

/// Returns for each chunk how many wait states its location has before it.
std::vector<uint32_t> first_numbers(const std::vector<Entry>& chunks) {
  std::vector<uint32_t> numbers(chunks.size());
  for (size_t i = 1; i < chunks.size(); ++i)
    if (chunks[i].location == chunks[i - 1].location) numbers[i] = numbers[i - 1] + chunks[i - 1].rows;
  return numbers;
}

Result<std::vector<Candidate>> most_severe(const FindingsStore& store) {
  const std::vector<Entry> chunks = store.entries(Wait::kTable);
  const std::vector<uint32_t> numbers = first_numbers(chunks);
  MostSevere of_all(store.report().metrics.size());
  Status status;
  std::mutex mutex;
  parallel_for(chunks.size(), [&](size_t i) {
    const Result<std::vector<Wait>> waits = store.read_chunk<Wait>(chunks[i]);
    MostSevere of_chunk(store.report().metrics.size());
    for (uint32_t k = 0; waits && k < waits->size(); ++k)
      if ((*waits)[k].amount > Ticks())
        of_chunk.add({LocationId(chunks[i].location), numbers[i] + k, (*waits)[k]});
    const std::lock_guard lock(mutex);
    if (!waits && status) status = waits.error();
    for (const Candidate& each : of_chunk.all()) of_all.add(each);
  });
  if (!status) return status.error();
  return of_all.all();
}

/// Returns the call path that was measured with the largest part of a delay.
std::pair<CallPathId, Ticks> largest_part(const Delay& delay, const MeasuredPaths& measured) {
  std::map<CallPathId, Ticks> parts;
  for (const Delay::Part& part : delay.parts)
    parts[part.path.valid() ? measured.around(part.path) : part.path] += part.time;
  std::pair<CallPathId, Ticks> largest;
  for (const auto& [path, time] : parts) {
    if (time > largest.second) largest = {path, time};
  }
  return largest;
}

/// Returns the cause's largest delay, or its largest wait where it waited longer than all delays.
Result<Instance::Cause> explain(const FindingsStore& store, const Candidate& candidate,
                                const MeasuredPaths& measured, const RunClock& clock) {
  const LocationId location = candidate.wait.cause;
  Instance::Cause cause{location, CallPathId(), MetricId(), 0};
  TRY(const std::optional<Delay> delay,
      store::read_delay(store, location, candidate.wait.end, candidate.waiter, candidate.number));
  if (!delay) return cause;
  Ticks excess;
  for (const Delay::Part& part : delay->parts) excess += part.time;
  auto [path, longest] = largest_part(*delay, measured);
  cause.path = path;
  if (delay->waited > excess) {
    longest = Ticks();
    TRY(const std::vector<Wait> waits, store.read<Wait>(location, {delay->from, delay->to}));
    for (const Wait& each : waits) {
      const Ticks within = each.end - std::max(each.begin(), delay->from);
      if (each.end <= delay->from || each.end > delay->to || within <= longest) continue;
      std::tie(cause.path, cause.wait, longest) = std::tie(each.path, each.metric, within);
    }
  }
  cause.seconds = clock.length(longest);
  return cause;
}

}  // namespace

Result<std::vector<Instance>> most_severe_waits(const Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  TRY(const std::vector<Candidate> chosen, most_severe(store));
  const RunClock clock(report);
  const MeasuredPaths measured(report);
  std::vector<Instance> instances;
  for (const Candidate& each : chosen) {
    TRY(const Instance::Cause cause, explain(store, each, measured, clock));
    instances.push_back({each.wait.metric, each.waiter, each.number, each.wait.path,
                         clock.seconds(each.wait.begin()), clock.seconds(each.wait.end),
                         clock.length(each.wait.amount), cause});
  }
  return instances;
}

}  // namespace latecomer::findings
