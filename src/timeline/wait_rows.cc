// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#include "timeline/wait_rows.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "store/wait_level.h"

namespace latecomer::timeline {

namespace {

using store::Entry;
using store::WaitSummary;

/// Reads single wait states of chunks that have to do with some time.
Result<std::vector<WaitSummary>> read_each(const Run& run, report::LocationId location,
                                           const store::Interval& when) {
  std::vector<WaitSummary> rows;
  size_t first = 0;
  for (const Entry& entry : run.store().entries(store::Wait::kTable, location)) {
    if (overlap(store::interval_of(entry), when)) {
      TRY(const std::vector<store::Wait> waits, run.store().read_chunk<store::Wait>(entry));
      const std::vector<WaitSummary> more = store::each_apart(waits, first);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    first += entry.rows;
  }
  return rows;
}

/// Returns the chunks of the coarsest level that is fine enough; none: there are only single wait states.
std::span<const Entry> level_for(const Run& run, report::LocationId location, Ticks resolution) {
  const uint32_t wanted = store::level_table(WaitSummary::kTable, resolution);
  const std::span<const Entry> levels = run.store().entries(WaitSummary::kTable, wanted, location);
  return levels.empty() ? levels : run.store().entries(levels.back().table, location);
}

Result<std::vector<WaitSummary>> read_location(const Run& run, report::LocationId location,
                                               const Window& window) {
  std::vector<WaitSummary> rows;
  const std::span<const Entry> level = level_for(run, location, window.resolution);
  if (!level.empty()) {
    for (const Entry& entry : level) {
      if (!overlap(store::interval_of(entry), window.when)) continue;
      TRY(const std::vector<WaitSummary> more, run.store().read_chunk<WaitSummary>(entry));
      rows.insert(rows.end(), more.begin(), more.end());
    }
  } else {
    TRY(std::vector<WaitSummary> each, read_each(run, location, window.when));
    rows = std::move(each);
  }
  std::erase_if(rows, [&](const WaitSummary& row) { return !overlap(row.interval(), window.when); });
  std::ranges::stable_sort(rows, {}, &WaitSummary::begin);
  return store::summarize(rows, window.resolution);
}

}  // namespace

Result<std::vector<std::vector<WaitSummary>>> read_waits(const Run& run, const Window& window) {
  std::vector<std::vector<WaitSummary>> of_locations(window.locations.size());
  TRY_STATUS(try_parallel_for(window.locations.size(), [&](size_t i) -> Status {
    TRY(of_locations[i], read_location(run, window.locations[i], window));
    return {};
  }));
  return of_locations;
}

uint64_t most_wait_rows(const Run& run, const Window& window) {
  uint64_t all = 0;
  for (const report::LocationId location : window.locations) {
    const std::span<const Entry> level = level_for(run, location, window.resolution);
    uint64_t rows = 0;
    for (const Entry& entry : level.empty() ? run.store().entries(store::Wait::kTable, location) : level)
      if (overlap(store::interval_of(entry), window.when)) rows += entry.rows;
    all += std::min(rows, window.most_rows());
  }
  return all;
}

Result<WaitSummary> read_wait(const Run& run, report::LocationId location, uint32_t wait) {
  size_t first = 0;
  for (const Entry& entry : run.store().entries(store::Wait::kTable, location)) {
    if (wait < first + entry.rows) {
      TRY(const std::vector<store::Wait> rows, run.store().read_chunk<store::Wait>(entry));
      return store::each_apart(std::span(rows).subspan(wait - first, 1), wait).front();
    }
    first += entry.rows;
  }
  return Error{"the location has no wait state of this number"};
}

Result<std::vector<WaitSummary>> waits_that_ended(const Run& run, report::LocationId location, Ticks after,
                                                  Ticks until) {
  TRY(std::vector<WaitSummary> rows, read_each(run, location, {after, until}));
  std::erase_if(rows, [&](const WaitSummary& row) { return row.end <= after || until < row.end; });
  return rows;
}

}  // namespace latecomer::timeline
