// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// What is known of single wait states, kept beside the sums: as rows, a few thousand of which are packed into
// a chunk. Cost: O(wait states + stretches of the critical path), in parallel over chunks.

#include "analyze/results/store_findings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analyze/model/tasks.h"
#include "base/parallel.h"
#include "report/metrics.h"
#include "store/write_store.h"

namespace latecomer::analyze {

namespace {

report::LocationId stored_id(trace::LocationId location) {
  return location.valid() ? report::LocationId(location.index()) : report::LocationId();
}

Ticks rounded(double ticks) {
  return Ticks(std::llround(ticks));
}

store::Wait wait_row(const Timeline& location, const WaitState& wait, const WaitOrigin& origin) {
  return {wait.end,
          wait.amount,
          report::metric_id(wait.metric),
          location.path_of(wait.call),
          stored_id(wait.cause),
          rounded(origin.direct),
          rounded(origin.further)};
}

/// An interval that began before all events begins with the location's first.
store::Delay delay_row(const Timeline& location, const Delays& delays, const Delay& delay) {
  store::Delay row{std::min(std::max(delay.from, location.first_time), delay.to), delay.to,
                   stored_id(delay.waiter), delay.wait, delay.explained - delays.excess(delay)};
  for (const PathTime& each : delays.of(delay)) row.parts.push_back({each.path, each.time});
  return row;
}

/// Adds the chunks of a table; `row(l, i)` is the i-th of the rows of local location l, which are `size(l)`.
template <class Row, class Size, class MakeRow>
void add_table(const LocalTrace& trace, const Size& size, const MakeRow& row,
               std::vector<store::Chunk>& chunks) {
  const Tasks tasks(trace.locations.size(), store::kRowsOfChunk, size);
  std::vector<std::vector<store::Chunk>> of_tasks(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<Row> rows;
    for (const Part& part : tasks[task]) {
      rows.clear();
      for (size_t i = part.begin; i < part.end; ++i) rows.push_back(row(part.location, i));
      store::add_chunks<Row>(stored_id(trace.locations[part.location].id), rows, of_tasks[task]);
    }
  });
  for (std::vector<store::Chunk>& some : of_tasks) std::ranges::move(some, std::back_inserter(chunks));
}

}  // namespace

TextBlock store_findings(const LocalTrace& trace, const WaitStates& waits, const std::vector<Delays>& delays,
                         const WaitOrigins& origins, const std::vector<LargeVector<store::Stretch>>& path,
                         const std::vector<store::Consequence>& consequences, Comm& comm) {
  std::vector<store::Chunk> chunks;
  if (!consequences.empty())
    store::add_chunks<store::Consequence>(report::LocationId(0), consequences, chunks);
  add_table<store::Wait>(
      trace, [&](size_t l) { return waits[l].size(); },
      [&](size_t l, size_t i) { return wait_row(trace.locations[l], waits[l][i], origins.of_waits[l][i]); },
      chunks);
  add_table<store::Delay>(
      trace, [&](size_t l) { return delays[l].list.size(); },
      [&](size_t l, size_t i) {
        return delay_row(trace.locations[l], delays[l], delays[l].list[delays[l].list.size() - 1 - i]);
      },
      chunks);
  add_table<store::Stretch>(
      trace, [&](size_t l) { return path[l].size(); }, [&](size_t l, size_t i) { return path[l][i]; },
      chunks);
  return store::put_together(std::move(chunks), comm);
}

}  // namespace latecomer::analyze
