// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json_text.h"

namespace latecomer::timeline {

/// Holds one value of each row of a table.
struct TableColumn {
  using Values = std::variant<std::vector<uint8_t>, std::vector<uint32_t>, std::vector<double>>;
  std::string_view name;
  Values values;
};

/// Is a table whose columns have equally many values.
struct Table {
  std::string_view name;
  std::vector<TableColumn> columns;
};

/// Returns tables and facts as bytes for a browser (docs/api.md): the length of a JSON text, that text, and
/// the columns as they are in memory, each at a multiple of 8.
std::string table_message(const std::vector<Table>& tables, Json facts);

/// Makes a column of `value(row)` of each row.
template <class T, class Rows, class Value>
TableColumn column(std::string_view name, const Rows& rows, const Value& value) {
  std::vector<T> values;
  values.reserve(rows.size());
  for (const auto& row : rows) values.push_back(static_cast<T>(std::invoke(value, row)));
  return {name, std::move(values)};
}

}  // namespace latecomer::timeline
