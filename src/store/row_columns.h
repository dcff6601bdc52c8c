// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "report/report.h"
#include "store/columns.h"

namespace latecomer::store {

// What rows of all tables are made of columns with.

/// Of a position in a list, and -1 for none.
template <class IdType>
int64_t number_of(IdType id) {
  return id.valid() ? static_cast<int64_t>(id.index()) : -1;
}

/// Takes values from columns, and knows whether all of them made sense. Rows take one from each column.
class RowReader {
 public:
  RowReader(const std::vector<Column>& columns, const report::Report& report)
      : columns_(columns), report_(report) {}

  bool is_good() const { return is_good_; }

  /// The number of rows, of which each has a value in these columns.
  size_t rows(size_t columns) {
    for (size_t i = 0; i < columns; ++i) is_good_ = is_good_ && columns_[i].size() == columns_[0].size();
    return is_good_ ? columns_[0].size() : 0;
  }

  int64_t number(size_t column, size_t row) {
    if (row < columns_[column].size()) return columns_[column][row];
    is_good_ = false;
    return 0;
  }
  /// Times of which any two have a distance.
  Ticks ticks(size_t column, size_t row) {
    constexpr int64_t kFarthest = INT64_MAX / 4;
    const int64_t count = number(column, row);
    is_good_ = is_good_ && -kFarthest <= count && count <= kFarthest;
    return Ticks(is_good_ ? count : 0);
  }
  size_t size(size_t column, size_t row, size_t most) {
    const int64_t size = number(column, row);
    is_good_ = is_good_ && 0 <= size && static_cast<uint64_t>(size) <= most;
    return is_good_ ? static_cast<size_t>(size) : 0;
  }

  report::MetricId metric(size_t column, size_t row) {
    return id<report::MetricId>(column, row, report_.metrics.size());
  }
  report::LocationId location(size_t column, size_t row) {
    return id<report::LocationId>(column, row, report_.locations.size());
  }
  report::LocationGroupId group(size_t column, size_t row) {
    return id<report::LocationGroupId>(column, row, report_.location_groups.size());
  }
  report::CallPathId path(size_t column, size_t row) {
    return id<report::CallPathId>(column, row, report_.call_paths.size());
  }
  /// The same, which may be invalid.
  report::CallPathId path_if_any(size_t column, size_t row) {
    return number(column, row) == -1 ? report::CallPathId() : path(column, row);
  }
  report::LocationId location_if_any(size_t column, size_t row) {
    return number(column, row) == -1 ? report::LocationId() : location(column, row);
  }

 private:
  template <class IdType>
  IdType id(size_t column, size_t row, size_t count) {
    const int64_t position = number(column, row);
    is_good_ = is_good_ && 0 <= position && static_cast<uint64_t>(position) < count;
    return is_good_ ? IdType(static_cast<size_t>(position)) : IdType();
  }

  const std::vector<Column>& columns_;
  const report::Report& report_;
  bool is_good_ = true;
};

/// `row(reader, i)` for each of the rows.
template <class Row, class MakeRow>
Result<std::vector<Row>> read_rows(RowReader& reader, size_t columns, const MakeRow& row) {
  std::vector<Row> rows(reader.rows(columns));
  for (size_t i = 0; i < rows.size() && reader.is_good(); ++i) rows[i] = row(i);
  if (!reader.is_good()) return Error{"is damaged"};
  return rows;
}

template <class Row, class... Value>
std::vector<Column> columns_of(std::span<const Row> rows, const Value&... value) {
  std::vector<Column> columns;
  const auto add = [&](const auto& of_row) {
    Column& column = columns.emplace_back();
    column.reserve(rows.size());
    for (const Row& row : rows) column.push_back(of_row(row));
  };
  (add(value), ...);
  return columns;
}

}  // namespace latecomer::store
