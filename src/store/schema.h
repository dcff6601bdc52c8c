// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/columns.h"

namespace latecomer::store {

// A store says of each table which columns it has, in a line of text: the table's number and the columns'
// names, each with what is stored of it where that is not the value itself.
//
//     1 end amount metric path cause direct:before:amount further
//
// So a reader finds the columns that it knows in a store of any version: the others are skipped, and what is
// not there is what it is by default. Columns `parts.size` and `parts.path` are those of a list, `parts`: how
// long it is in each row, and a value of each of its elements.

/// Describes a column of a table.
struct ColumnShape {
  std::string name;
  std::string word;  ///< Is the word of the column's Packing.
  size_t base = 0;   ///< Is the position of the column that this one is stored relative to.
};
using Shape = std::vector<ColumnShape>;

/// Holds the shapes of tables by their numbers.
using Schema = std::map<uint32_t, Shape>;

/// Returns the schema that is written into a store: of all kinds of rows.
const std::string& schema_text();

/// Reads a schema. An error says that it cannot be one, or says something that this version does not know.
Result<Schema> parse_schema(std::string_view text);

/// Returns the schema of stores that were written before schemas were.
const Schema& first_schema();

/// These functions make values those that are stored, and the other way round; false: columns are not as long
/// as they would have to be.
void to_stored(std::span<Column> columns, const Shape& shape);
bool from_stored(std::span<Column> columns, const Shape& shape);

}  // namespace latecomer::store
