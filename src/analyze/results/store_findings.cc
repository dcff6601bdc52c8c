// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is known of single wait states, kept beside the sums: as rows, a few thousand of which are packed into
// a chunk. Cost: O(wait states + stretches of the critical path), in parallel over chunks.

#include "analyze/results/store_findings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "analyze/results/describe_critical_path.h"
#include "analyze/results/table_chunks.h"
#include "base/parallel.h"
#include "report/metrics.h"
#include "store/wait_level.h"

namespace latecomer::analyze {

namespace {

Ticks rounded(double ticks) {
  return Ticks(std::llround(ticks));
}

store::Wait wait_row(const LocalLocation& location, const WaitState& wait, const WaitOrigin& origin) {
  return {wait.end,
          wait.amount,
          report::metric_id(wait.metric),
          location.path_of(wait.call),
          stored_id(wait.cause),
          rounded(origin.direct),
          rounded(origin.further)};
}

/// An interval that began before all events begins with the location's first.
store::Delay delay_row(const LocalLocation& location, const Delays& delays, const Delay& delay) {
  store::Delay row{std::min(std::max(delay.from, location.first_time), delay.to), delay.to,
                   stored_id(delay.waiter), delay.wait, delay.explained - delays.excess(delay)};
  const std::span<const PathTime> parts = delays.of(delay);
  row.parts.reserve(parts.size());
  for (const PathTime& each : parts) row.parts.push_back({each.path, each.time});
  return row;
}

/// Adds the wait states of each location in less and less detail, as pictures have no use for each of them.
void add_wait_levels(const LocalTrace& trace, const WaitStates& waits, const WaitOrigins& origins,
                     std::vector<store::Chunk>& chunks) {
  std::vector<std::vector<store::Chunk>> of_locations(trace.locations.size());
  parallel_for(of_locations.size(), [&](size_t l) {
    if (waits[l].size() <= store::kRowsOfChunk) return;
    std::vector<store::Wait> rows;
    rows.reserve(waits[l].size());
    for (size_t i = 0; i < waits[l].size(); ++i)
      rows.push_back(wait_row(trace.locations[l], waits[l][i], origins.of_waits[l][i]));
    const Ticks mean =
        scale(rows.back().end - rows.front().begin(), Ticks(1), Ticks(static_cast<int64_t>(rows.size())));
    const Ticks resolution(static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(mean.count))));
    add_coarser_levels(stored_id(trace.locations[l].id), store::each_apart(rows, 0), resolution,
                       store::summarize, of_locations[l]);
  });
  for (std::vector<store::Chunk>& some : of_locations) std::ranges::move(some, std::back_inserter(chunks));
}

}  // namespace

TextBlock store_findings(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         const WaitOrigins& origins, const LargeVector<CriticalSegment>& path,
                         const std::vector<store::Consequence>& consequences,
                         std::vector<store::Chunk> chunks, Comm& comm) {
  if (!consequences.empty())
    store::add_chunks<store::Consequence>(report::LocationId(0), consequences, chunks);
  add_table<store::Wait>(
      trace, [&](size_t l) { return waits[l].size(); },
      [&](size_t l, size_t i, auto& rows) {
        rows.push_back(wait_row(trace.locations[l], waits[l][i], origins.of_waits[l][i]));
      },
      chunks);
  add_wait_levels(trace, waits, origins, chunks);
  add_table<store::Delay>(
      trace, [&](size_t l) { return delays[l].list.size(); },
      [&](size_t l, size_t i, auto& rows) {
        const Delay& delay = delays[l].list[delays[l].list.size() - 1 - i];  // the list has the latest first
        rows.push_back(delay_row(trace.locations[l], delays[l], delay));
      },
      chunks);
  const DescribedPath described(trace, waits, path);
  add_table<store::Stretch>(
      trace, [&](size_t l) { return described.pieces(l); },
      [&](size_t l, size_t i, auto& rows) { described.append(l, i, rows); }, chunks);
  return store::put_together(std::move(chunks), comm);
}

}  // namespace latecomer::analyze
