// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What has to hold for the results of every trace whose clocks are right: waits of a location do not overlap,
// delays and waits of a cause explain what it made others wait, all waiting is charged to somebody, and the
// critical path has no gap:
//
//     waited, all ranks    |~~~~~~|~~~|~~|       sums of each kind are equal
//     charged, all ranks   |~~~~~~~~~|~~~|
//
// Cost: O(wait states + delays + segments of the path), in debug builds.

#include "analyze/causes/check_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "analyze/waits/wait_kinds.h"
#include "base/check.h"

namespace latecomer::analyze {

namespace {

void check_order(const LargeVector<WaitState>& waits) {
  for (size_t i = 1; i < waits.size(); ++i) CHECK(waits[i - 1].end <= waits[i].end - waits[i].amount);
}

/// Checks that the cause was busy or waited for at least as long as it made others wait, where a whole
/// interval is in the trace. Parts of segments are rounded down for each of their call paths.
void check_explained(const LocalTrace& trace, const LocalLocation& location, const Delays& delays) {
  const Ticks rounding(static_cast<int64_t>(trace.call_tree.nodes().size()));
  for (const Delay& delay : delays.list) {
    const bool recorded = delay.from >= location.first_time && delay.to <= location.last_time;
    if (recorded) CHECK(delay.explained + rounding >= delay.amount);
  }
}

using TicksOfKinds = std::array<double, kWaitKinds>;

/// Adds what the delays of one location were charged for waits of each kind, explained or not.
void add_charged(const std::vector<FurtherCosts>& further, size_t location, const Delays& delays,
                 TicksOfKinds& charged) {
  for (size_t i = 0; i < delays.list.size(); ++i) {
    const Delay& delay = delays.list[i];
    const bool explained = delay.scale() > 0;
    const double share = explained ? delay.scale() * static_cast<double>(delays.excess(delay).count) : 1;
    charged[cost_kind(delay.metric)] += share * static_cast<double>(delay.amount.count);
    for (const FurtherCosts& costs : further) {
      for (size_t k = 0; k < costs.kinds.size(); ++k)
        charged[costs.kinds[k]] += share * costs.of_delays[location][i][k];
    }
  }
}

/// Checks that what all ranks charged together is what they waited, of each kind of wait states. Of which
/// kind was what got lost is not known.
void check_conserved(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                     const WaitOrigins& origins, Comm& comm) {
  TicksOfKinds charged{};
  TicksOfKinds waited{};
  double lost = 0;
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    add_charged(origins.further, l, delays[l], charged);
    for (size_t i = 0; i < waits[l].size(); ++i) {
      const double amount = static_cast<double>(waits[l][i].amount.count);
      waited[cost_kind(waits[l][i].metric)] += amount;
      if (!waits[l][i].cause.valid()) charged[cost_kind(waits[l][i].metric)] += amount;
      lost += origins.of_waits[l][i].lost;
    }
  }
  // Each rank rounds each of these, so what is lost is compared with a sum that was not made of rounded ones.
  std::array<int64_t, (2 * kWaitKinds) + 2> sums;
  for (size_t kind = 0; kind < kWaitKinds; ++kind) {
    sums[kind] = std::llround(charged[kind]);
    sums[kWaitKinds + kind] = std::llround(waited[kind]);
  }
  sums[2 * kWaitKinds] = std::llround(std::accumulate(charged.begin(), charged.end(), 0.0));
  sums[(2 * kWaitKinds) + 1] = std::llround(lost);
  comm.sum(sums);
  int64_t all_waited = 0;
  for (size_t kind = 0; kind < kWaitKinds; ++kind) all_waited += sums[kWaitKinds + kind];
  const int64_t rounding = comm.size() + all_waited / 1'000'000;
  for (size_t kind = 0; kind < kWaitKinds; ++kind) CHECK(sums[kWaitKinds + kind] - sums[kind] >= -rounding);
  const int64_t all_charged = sums[2 * kWaitKinds];
  const int64_t all_lost = sums[(2 * kWaitKinds) + 1];
  CHECK(std::abs(all_waited - all_charged - all_lost) <= rounding);
}

/// Checks that segments of one location do not overlap, none has a wait within, and together they are as long
/// as the time from the path's beginning to its end.
void check_path(const LocalTrace& trace, const WaitStates& waits, const LargeVector<CriticalSegment>& path,
                Comm& comm) {
  int64_t length[] = {0};
  int64_t bounds[] = {INT64_MIN, INT64_MIN};  // holds the latest end, and the negative of the earliest begin
  for (const CriticalSegment& segment : path) {
    CHECK(segment.begin <= segment.end);
    length[0] += (segment.end - segment.begin).count;
    bounds[0] = std::max(bounds[0], segment.end.count);
    bounds[1] = std::max(bounds[1], -segment.begin.count);
    const LargeVector<WaitState>& own = waits[trace.local(segment.location)];
    CHECK(first_ending_after(own, segment.begin) == first_ending_after(own, segment.end));
  }
  comm.sum(length);
  comm.max(bounds);
  if (bounds[0] != INT64_MIN) CHECK(length[0] == bounds[0] + bounds[1]);
}

}  // namespace

void check_results(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                   const WaitOrigins& origins, const LargeVector<CriticalSegment>& path, Comm& comm) {
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    check_order(waits[l]);
    check_explained(trace, trace.locations[l], delays[l]);
  }
  check_conserved(trace, waits, delays, origins, comm);
  check_path(trace, waits, path, comm);
}

}  // namespace latecomer::analyze
