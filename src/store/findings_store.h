// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "store/directory.h"
#include "store/row_columns.h"
#include "store/schema.h"
#include "store/tables.h"

namespace latecomer::store {

/// Returns the time that the rows of a chunk are about.
inline Interval interval_of(const Entry& chunk) {
  return {Ticks(chunk.begin), Ticks(chunk.end)};
}

/// Is the findings store of a report, of which only the directory is in memory: rows are read when they are
/// asked for, by any thread. Errors say that the store is damaged.
class FindingsStore {
 public:
  /// Opens the store of a report, which has to stay there. An error says that there is none, or damage.
  static Result<FindingsStore> open(const report::Report& report);

  /// Reads the rows of a location that are about some time of this interval, and the others that lie next to
  /// them in the file, in order.
  template <class Row>
  Result<std::vector<Row>> read(report::LocationId location, const Interval& when) const {
    std::vector<Row> rows;
    for (const Entry& entry : entries(Row::kTable, location)) {
      if (!overlap(interval_of(entry), when)) continue;
      TRY(std::vector<Row> more, read_chunk<Row>(entry));
      rows.insert(rows.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return rows;
  }
  template <class Row>
  Result<std::vector<Row>> read(report::LocationId location) const {
    return read<Row>(location, {Ticks::min(), Ticks::max()});
  }
  /// Reads all rows of a chunk of `entries`, which lie together in the file.
  template <class Row>
  Result<std::vector<Row>> read_chunk(const Entry& entry) const {
    const auto shape = schema_.find(Row::kTable);
    if (shape == schema_.end()) return damaged();
    TRY(const std::vector<Column> columns, unpack_chunk(entry, shape->second));
    Result<std::vector<Row>> rows = rows_of<Row>(columns, shape->second, report_);
    if (!rows || rows->size() != entry.rows) return damaged();
    return rows;
  }

  /// Returns the chunks of a location's table, in the order of time.
  std::span<const Entry> entries(uint32_t table, report::LocationId location) const;
  /// Returns the chunks of a location's tables from `first` to `last`, one table after another.
  std::span<const Entry> entries(uint32_t first, uint32_t last, report::LocationId location) const;
  /// Returns the chunks of all locations' tables.
  std::vector<Entry> entries(uint32_t table) const;

  const report::Report& report() const { return report_; }

 private:
  explicit FindingsStore(const report::Report& report) : report_(report) {}

  static Error damaged();
  Status read_directory();
  Status read_schema(const Head& head);
  Result<std::vector<Column>> unpack_chunk(const Entry& entry, const Shape& shape) const;

  const report::Report& report_;
  Schema schema_;
  std::vector<Entry> directory_;
};

}  // namespace latecomer::store
