// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/model/tasks.h"
#include "base/parallel.h"
#include "store/timeline_tables.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Returns the id in the report; locations have the same numbers in a trace and in its report.
inline report::LocationId stored_id(trace::LocationId location) {
  return location.valid() ? report::LocationId(location.index()) : report::LocationId();
}

/// Adds the chunks of a table of the findings store; `append(l, i, rows)` appends what comes of the i-th of
/// `size(l)` things of local location l, mostly a row.
template <class Row, class Location, class Size, class Append>
void add_table(const TraceOf<Location>& trace, const Size& size, const Append& append,
               std::vector<store::Chunk>& chunks) {
  const Tasks tasks(trace.locations.size(), store::kRowsOfChunk, size);
  std::vector<std::vector<store::Chunk>> of_tasks(tasks.size());
  parallel_for(tasks.size(), [&](size_t task) {
    std::vector<Row> rows;
    for (const Part& part : tasks[task]) {
      rows.clear();
      for (size_t i = part.begin; i < part.end; ++i) append(part.location, i, rows);
      store::add_chunks<Row>(stored_id(trace.locations[part.location].id), rows, of_tasks[task]);
    }
  });
  for (std::vector<store::Chunk>& some : of_tasks) std::ranges::move(some, std::back_inserter(chunks));
}

/// Adds levels of detail of a location that are coarser than these rows: each with a third of the rows of the
/// one before it or less, until a picture of the whole run needs no fewer. `reduce(rows, resolution)` makes
/// the rows of a resolution, of which the first that is tried is twice this one, a power of two.
template <class Row, class Reduce>
void add_coarser_levels(report::LocationId location, std::vector<Row> finer, Ticks resolution,
                        const Reduce& reduce, std::vector<store::Chunk>& chunks) {
  constexpr size_t kEnoughRows = 256;
  while (finer.size() > kEnoughRows) {
    resolution += resolution;
    std::vector<Row> coarser = reduce(finer, resolution);
    if (coarser.size() > finer.size() / 3) continue;
    store::add_chunks<Row>(location, coarser, chunks, store::level_table(Row::kTable, resolution));
    finer = std::move(coarser);
  }
}

}  // namespace latecomer::analyze
