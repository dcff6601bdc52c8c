// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "analyze/causes/check_results.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace latecomer::analyze {

namespace {

void check_order(const std::vector<WaitState>& waits) {
  for (size_t i = 1; i < waits.size(); ++i) CHECK(waits[i - 1].end <= waits[i].end - waits[i].amount);
}

/// Where a whole interval is in the trace, the cause was busy or waited in it for at least as long as it made
/// others wait. Parts of segments are rounded down for each of their call paths.
void check_explained(const LocalTrace& trace, const CondensedLocation& location, const Delays& delays) {
  const Ticks rounding(static_cast<int64_t>(trace.call_tree.nodes().size()));
  for (const Delay& delay : delays.list) {
    const bool recorded = delay.from >= location.first_time && delay.to <= location.last_time;
    if (recorded) CHECK(delay.explained + rounding >= delay.amount);
  }
}

/// What all ranks charged together, and what they waited.
void check_conserved(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                     const WaitOrigins& origins, Comm& comm) {
  double charged = 0;
  double waited = 0;
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    for (size_t i = 0; i < delays[l].list.size(); ++i) {
      const Delay& delay = delays[l].list[i];
      charged += (static_cast<double>(delay.amount.count) + origins.further[l][i]) * delay.scale() *
                 static_cast<double>(delays[l].excess(delay).count);
    }
    for (size_t i = 0; i < waits[l].size(); ++i) {
      const WaitOrigin& origin = origins.of_waits[l][i];
      const double amount = static_cast<double>(waits[l][i].amount.count);
      waited += amount;
      charged += origin.lost;
      if (!origin.explained) charged += amount + origin.further;
    }
  }
  int64_t sums[] = {std::llround(charged), std::llround(waited)};
  comm.sum(sums);
  const int64_t rounding = comm.size() + sums[1] / 1'000'000;
  CHECK(std::abs(sums[0] - sums[1]) <= rounding);
}

/// Segments of one location do not overlap, none has a wait within, and together they are as long as the time
/// from the path's beginning to its end.
void check_path(const LocalTrace& trace, const WaitStates& waits, const std::vector<CriticalSegment>& path,
                Comm& comm) {
  int64_t length[] = {0};
  int64_t bounds[] = {INT64_MIN, INT64_MIN};  // the latest end, and the negative of the earliest begin
  for (const CriticalSegment& segment : path) {
    CHECK(segment.begin <= segment.end);
    length[0] += (segment.end - segment.begin).count;
    bounds[0] = std::max(bounds[0], segment.end.count);
    bounds[1] = std::max(bounds[1], -segment.begin.count);
    const std::vector<WaitState>& own = waits[trace.local(segment.location)];
    CHECK(first_ending_after(own, segment.begin) == first_ending_after(own, segment.end));
  }
  comm.sum(length);
  comm.max(bounds);
  if (bounds[0] != INT64_MIN) CHECK(length[0] == bounds[0] + bounds[1]);
}

}  // namespace

void check_results(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                   const WaitOrigins& origins, const std::vector<CriticalSegment>& path, Comm& comm) {
  for (size_t l = 0; l < trace.locations.size(); ++l) {
    check_order(waits[l]);
    check_explained(trace, trace.locations[l], delays[l]);
  }
  check_conserved(trace, waits, delays, origins, comm);
  check_path(trace, waits, path, comm);
}

}  // namespace latecomer::analyze
