// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "store/read_findings.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "store/findings_store.h"

namespace latecomer::store {

Result<CriticalPath> read_critical_path(const report::Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  CriticalPath path;
  for (const Entry& entry : store.entries(Stretch::kTable)) {
    TRY(const std::vector<Stretch> stretches, store.read_chunk<Stretch>(entry));
    for (const Stretch& each : stretches) path.push_back({each, report::LocationId(entry.location)});
  }
  // Stretches of one position are on one location, and so in the order of time.
  std::ranges::stable_sort(path, {}, &CriticalStretch::position);
  return path;
}

// Rows are in the order of their ends, of which a chunk knows the last.
Result<std::optional<Delay>> read_delay(const FindingsStore& store, report::LocationId cause, Ticks end,
                                        report::LocationId waiter, uint32_t number) {
  if (!cause.valid()) return std::optional<Delay>();
  const std::span<const Entry> chunks = store.entries(Delay::kTable, cause);
  for (auto chunk = std::ranges::lower_bound(chunks, end.count, {}, &Entry::end); chunk != chunks.end();
       ++chunk) {
    TRY(const std::vector<Delay> delays, store.read_chunk<Delay>(*chunk));
    const auto found = std::ranges::find_if(delays, [&](const Delay& delay) {
      return delay.to == end && delay.waiter == waiter && delay.wait == number;
    });
    if (found != delays.end()) return std::optional(*found);
    if (Ticks(chunk->end) != end) break;  // All later chunks end later.
  }
  return std::optional<Delay>();
}

Result<std::vector<Consequence>> read_consequences(const report::Report& report) {
  TRY(const FindingsStore store, FindingsStore::open(report));
  std::vector<Consequence> all;
  for (const Entry& entry : store.entries(Consequence::kTable)) {
    TRY(const std::vector<Consequence> some, store.read_chunk<Consequence>(entry));
    std::ranges::copy(some, std::back_inserter(all));
  }
  return all;
}

Result<std::vector<Activity>> read_finest_activities(const FindingsStore& store, report::LocationId location,
                                                     const Interval& when) {
  std::vector<Activity> rows;
  std::optional<uint32_t> finest;
  for (const Entry& chunk : store.entries(Activity::kTable, last_level(Activity::kTable), location)) {
    if (finest.value_or(chunk.table) != chunk.table) break;
    finest = chunk.table;
    if (!overlap(interval_of(chunk), when)) continue;
    TRY(const std::vector<Activity> more, store.read_chunk<Activity>(chunk));
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

}  // namespace latecomer::store
