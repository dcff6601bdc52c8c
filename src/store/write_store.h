// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/spill.h"
#include "comm/comm.h"
#include "comm/text_blocks.h"
#include "store/directory.h"
#include "store/row_columns.h"
#include "store/tables.h"

namespace latecomer::store {

/// Holds consecutive rows of one location's table.
struct Chunk {
  Entry entry;  ///< Describes the chunk, whose offset is not known yet.
  LargeText bytes;
};

/// Is the most rows that a chunk has.
inline constexpr size_t kRowsOfChunk = 1024;

/// Adds the rows, as one chunk unless there are too many, or they are too large, which a single one never is.
template <class Row>
void add_chunks(report::LocationId location, std::span<const Row> rows, std::vector<Chunk>& chunks,
                uint32_t table = Row::kTable) {
  std::vector<Column> columns;
  size_t numbers = 0;
  if (rows.size() <= kRowsOfChunk) columns = columns_of<Row>(rows);
  for (const Column& column : columns) numbers += column.size();
  if (rows.size() > 1 && (columns.empty() || numbers > kMostNumbers)) {
    add_chunks(location, rows.first(rows.size() / 2), chunks, table);
    return add_chunks(location, rows.subspan(rows.size() / 2), chunks, table);
  }
  Interval all{Ticks::max(), Ticks::min()};
  for (const Row& row : rows) {
    const Interval interval = row.interval();
    all = {std::min(all.begin, interval.begin), std::max(all.end, interval.end)};
  }
  to_stored(columns, shape_of<Row>());
  Chunk& chunk = chunks.emplace_back();
  chunk.bytes = pack(columns);
  chunk.entry = {.table = table,
                 .location = location.value,
                 .begin = all.begin.count,
                 .end = all.end.count,
                 .bytes = static_cast<uint32_t>(chunk.bytes.size()),
                 .rows = static_cast<uint32_t>(rows.size())};
}

/// Returns the store, a part of it on each rank. `mine` are in any order, but those of a location's table in
/// the order of time. Ranks have ascending locations. All ranks call it together.
TextBlock put_together(std::vector<Chunk> mine, Comm& comm);

}  // namespace latecomer::store
