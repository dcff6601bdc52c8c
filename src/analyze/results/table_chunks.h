// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "analyze/model/local_trace.h"
#include "analyze/model/tasks.h"
#include "base/parallel.h"
#include "store/write_store.h"

namespace latecomer::analyze {

/// Locations have the same numbers in a trace and in its report.
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

}  // namespace latecomer::analyze
